import type { BlockAction, TranscriptView } from '@kaiwa/editor'
import { lazyPart } from '../platform/lazy-part.tsx'
import { useSpeakerKeys } from './use-speaker-keys.ts'

const SpeakerAction = lazyPart(async () => (await import('./SpeakerAction.tsx')).SpeakerAction, ['speakers'])

interface Props {
  view: TranscriptView | null
  action: BlockAction | null
  onClose: () => void
}

/** Changes the speaker of a block: the popover at its header, and the speaker keys. */
export const Speakers = ({ view, action, onClose }: Props) => {
  useSpeakerKeys(view)
  return action?.type === 'speaker' ? <SpeakerAction action={action} onClose={onClose} /> : null
}
