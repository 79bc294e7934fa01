import type { EditSession } from '@kaiwa/editor'
import { MediaBar } from '../player/MediaBar.tsx'
import type { Player } from '../player/player.ts'
import type { Recording } from '../player/recording.ts'
import { useTimeline } from './use-timeline.ts'

interface Props {
  player: Player
  recording: Recording
  /** Null until a transcript exists. */
  session: EditSession | null
}

const SpokenBar = ({ session, ...bar }: Props & { session: EditSession }) => (
  <MediaBar {...bar} timeline={useTimeline(session)} />
)

/** The player of a file, with sections and sentiment of its transcript. */
export const FilePlayer = ({ session, ...bar }: Props) =>
  session ? <SpokenBar session={session} {...bar} /> : <MediaBar {...bar} />
