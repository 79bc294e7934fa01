// Registers the parts of this domain on the file page.
import type { ReactNode } from 'react'
import { lazyPart } from '../platform/lazy-part.tsx'
import type { BlockActionEntry, FileProps, OverlayProps, ToolbarEntry } from '../transcripts/file-page.ts'
import { SpeakerNamesContext } from '../transcripts/speaker-names.ts'
import { lazyMenu } from '../ui/lazy-menu.tsx'
import { SpeakerFilterButton } from './SpeakerFilterButton.tsx'
import type { SpeakerFilterProps } from './SpeakerFilterButton.tsx'
import { WhoIsThisButton } from './WhoIsThisButton.tsx'
import { useSpeakerKeys } from './use-speaker-keys.ts'
import { useKnownSpeakers } from './use-speakers.ts'

/** Filters the blocks by speaker: all, or one of the file's speakers. */
const SpeakerFilter = lazyMenu<SpeakerFilterProps>(
  ({ speaker }, button) => <SpeakerFilterButton speaker={speaker} {...button} />,
  async () => (await import('./SpeakerFilterOpened.tsx')).SpeakerFilterOpened,
)

export const speakerFilter: ToolbarEntry = { id: 'speakers', order: 20, side: 'end', Entry: SpeakerFilter }

/** Asks for the names of the file's speakers. */
export const whoIsThis: ToolbarEntry = { id: 'who', order: 15, side: 'end', Entry: WhoIsThisButton }

/** Changes the speaker of a block by the popover at its header. */
export const speakerAction: BlockActionEntry = {
  id: 'speakers',
  order: 20,
  types: ['speaker'],
  Action: lazyPart(async () => (await import('./SpeakerAction.tsx')).SpeakerAction, ['speakers']),
}

function SpeakerKeys({ view }: Pick<OverlayProps, 'view'>) {
  useSpeakerKeys(view)
  return null
}

/** Changes the speaker of a block by keys. */
export const speakerKeys = { id: 'speakers', order: 20, Overlay: SpeakerKeys }

function SpeakerNames({ file, children }: FileProps & { children: ReactNode }) {
  return <SpeakerNamesContext value={useKnownSpeakers(file)}>{children}</SpeakerNamesContext>
}

export const speakerNames = { id: 'speakers', order: 10, Provider: SpeakerNames }
