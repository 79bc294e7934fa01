import { lazyMenu } from '../ui/lazy-menu.tsx'
import { SpeakerFilterButton } from './SpeakerFilterButton.tsx'
import type { SpeakerFilterProps } from './SpeakerFilterButton.tsx'

/** Filters the blocks by speaker: all, or one of the file's speakers. */
export const SpeakerFilter = lazyMenu<SpeakerFilterProps>(
  ({ speaker }, button) => <SpeakerFilterButton speaker={speaker} {...button} />,
  async () => (await import('./SpeakerFilterOpened.tsx')).SpeakerFilterOpened,
)
