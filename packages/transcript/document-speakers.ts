import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { TranscriptDocument } from './transcript-document.ts'

/** Sort order of names: kana in Japanese order, `話者 2` before `話者 10`. */
const byName = new Intl.Collator('ja', { numeric: true })

type NamedSpeaker = Pick<Speaker, 'id' | 'name'>

/** The order in which speakers are listed and assigned to the speaker keys. */
export function compareSpeakers(a: NamedSpeaker, b: NamedSpeaker): number {
  return byName.compare(a.name, b.name) || a.id - b.id
}

/** The speakers of the document's blocks, each once, sorted by name. */
export function speakersOf({ blocks }: Pick<TranscriptDocument, 'blocks'>): Speaker[] {
  const found = new Map<number, Speaker>()
  for (const { speaker } of blocks) if (speaker) found.set(speaker.id, speaker)
  return [...found.values()].sort(compareSpeakers)
}
