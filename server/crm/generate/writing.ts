import type { Day } from '@kaiwa/deals/days.ts'
import type { PortalSettings, Property } from '@kaiwa/deals/property.ts'
import type { TalkBlock } from '@kaiwa/deals/rules/sentences.ts'
import type { CoveredFile, SpokenBlock } from '../../assistant/store/covered.ts'
import type { Work } from '../../assistant/task.ts'
import type { Finding } from './store/values.ts'

/** One generation that is being written. */
export interface Writing {
  work: Work
  file: CoveredFile
  spoken: readonly SpokenBlock[]
  /** Without a value so far. */
  properties: readonly Property[]
  settings: PortalSettings
  /** Day of the recording in the time zone of the portal. */
  on: Day
  /** False if the generation has ended, or rights, connection or consent no longer allow it. */
  isWanted: () => Promise<boolean>
  /** Rejects with GenerationEnded if the generation has ended, or another worker has claimed it. */
  store: (property: string, finding: Finding) => Promise<void>
}

/** Thrown when the generation was ended, or rights ended. */
export class GenerationEnded extends Error {
  override name = 'GenerationEnded'
}

/** The blocks as the rules read them. */
export function talkOf(spoken: readonly SpokenBlock[]): TalkBlock[] {
  return spoken.map(({ uuid, speaker, content }) => ({ id: uuid, speaker, text: content }))
}
