import type { ContentWord } from '../content-words.ts'
import { isCalendarWord, isCourtesy } from './phrases.ts'
import type { ReadBlock } from './read-block.ts'

const MAX_PHRASES = 2
const MAX_WORDS = 3
const MAX_LENGTH = 24
/** People say at the beginning what they are going to talk about. */
const OPENING_BLOCKS = 2
const OPENING_BONUS = 1.5

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

interface Phrase {
  readonly text: string
  readonly words: readonly ContentWord[]
}

/** Runs of nouns that follow each other directly, or in Latin script with one space: 営業会議, service contract. */
function phrasesOf(content: string, words: readonly ContentWord[]): Phrase[] {
  const phrases: ContentWord[][] = []
  for (const word of words) {
    if (word.type !== 3 || isCalendarWord(word.base)) continue
    const last = phrases.at(-1)
    const end = last ? last.at(-1)!.offset + last.at(-1)!.text.length : -1
    const joins = last && last.length < MAX_WORDS && /^ ?$/.test(content.slice(end, word.offset)) && word.offset >= end
    const fits = joins && word.offset + word.text.length - last[0]!.offset <= MAX_LENGTH
    if (fits) last.push(word)
    else phrases.push([word])
  }
  return phrases.map((run) => ({
    text: content.slice(run[0]!.offset, run.at(-1)!.offset + run.at(-1)!.text.length),
    words: run,
  }))
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The most characteristic phrases of a topic as a name, or '' without nouns. */
export function nameTopic(topic: readonly ReadBlock[], weightOf: (word: ContentWord) => number): string {
  const worths = new Map<string, Phrase & { worth: number }>()
  topic.forEach(({ block: { content }, sentences }, index) => {
    for (const { start, end, words } of sentences) {
      if (isCourtesy(content.slice(start, end))) continue
      for (const phrase of phrasesOf(content, words)) {
        const key = phrase.text.toLowerCase()
        if (worths.has(key)) continue
        const sum = phrase.words.reduce((total, word) => total + weightOf(word), 0)
        const worth = (sum / Math.sqrt(phrase.words.length)) * (index < OPENING_BLOCKS ? OPENING_BONUS : 1)
        worths.set(key, { ...phrase, worth })
      }
    }
  })
  const chosen: Phrase[] = []
  const said = new Set<string>()
  for (const phrase of Array.from(worths.values()).sort((a, b) => b.worth - a.worth)) {
    if (chosen.length === MAX_PHRASES) break
    if (phrase.words.some(({ base }) => said.has(base))) continue
    chosen.push(phrase)
    for (const { base } of phrase.words) said.add(base)
  }
  const name = chosen.map(({ text }) => text)
  return name.some((text) => JAPANESE.test(text)) ? name.join('・') : capitalise(name.join(', '))
}
