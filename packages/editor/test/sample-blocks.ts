import type { Block, Term } from '@kaiwa/contract/transcripts.ts'

/** Creates a block from its text: words are separated by '|' and spoken in sequence from `start`. */
export function block(uuid: string, start: number, spoken: string, more: Partial<Block> = {}): Block {
  const terms: Term[] = []
  let offset = 0
  let time = start
  for (const text of spoken.split('|')) {
    const length = text.trim().length
    if (length > 0) {
      terms.push({
        text: text.trim(),
        start_time: time,
        end_time: time + 0.5,
        offset: offset + text.length - text.trimStart().length,
        type: 3,
        score: 0,
        base: text.trim(),
        reading: '',
        confidence: 1,
      })
      time += 0.5
    }
    offset += text.length
  }
  const content = spoken.replaceAll('|', '')
  return {
    id: 1,
    transcript_id: 1,
    uuid,
    start_time: start,
    end_time: time,
    content,
    sentiment: 0,
    is_sentiment_manual: false,
    section_name: null,
    is_break: false,
    speaker_id: 1,
    speaker: null,
    project_file_id: 1,
    terms,
    tags: [],
    length: content.length,
    ...more,
  }
}

/** The word stem and the word separator of each language. */
const SPEECH = { ja: ['言葉', ''], en: ['word', ' '] } as const

/** `count` blocks of `words` words each; the speaker changes every third block. */
export function longTranscript(count: number, words: number, language: 'ja' | 'en' = 'ja'): Block[] {
  const [word, space] = SPEECH[language]
  const spoken = Array.from({ length: words }, (_, index) => `${word}${index % 10}`).join(`${space}|`)
  return Array.from({ length: count }, (_, index) =>
    block(`block-${index}`, index * words * 0.5, spoken, { speaker_id: 1 + (Math.floor(index / 3) % 2) }),
  )
}
