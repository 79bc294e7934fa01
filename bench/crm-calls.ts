// Generated sales calls with known values for 20 properties. A call states some of them, in the words of crm-talk-ja.ts and
// crm-talk-en.ts, and names others without a value: other people's figures, questions, what is undecided. Calls of the two
// halves share no sentence that states a value, so that rules can be mended with one half and measured with the other.
import { randomNumbers } from '../server/test/random-numbers.ts'
import { FILLER_EN, TALK_EN } from './crm-talk-en.ts'
import { FILLER_JA, TALK_JA } from './crm-talk-ja.ts'

export interface Call {
  language: 'ja' | 'en'
  turns: { speaker: string; text: string }[]
  /** Name of a property → what must be found; a property that is missing has no value. */
  expected: Map<string, { spoken: string; stored: string }>
}

export type Half = 'mend' | 'held-out'

const SPEAKERS = { ja: { s: '山本', c: '伊藤' }, en: { s: 'Emma Wilson', c: 'James Miller' } } as const
const UNDECIDED =
  /まだ|決め|決まって|確認|相談|連絡|調べ|decide|chosen|not sure|still open|find out|get back|discuss|check|another time|don't know/i

/** A number that picks the elements of a list. */
type Random = () => number

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)]!
}

function capitalised(text: string): string {
  return text.replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

function turnsOf(language: 'ja' | 'en', talk: string, v: string, w: string): Call['turns'] {
  return talk.split('|').map((turn) => ({
    speaker: SPEAKERS[language][turn.startsWith('s') ? 's' : 'c'],
    text: capitalised(turn.slice(2).replaceAll('{v}', v).replaceAll('{w}', w)),
  }))
}

function makeCall(language: 'ja' | 'en', half: Half, random: Random): Call {
  const expected: Call['expected'] = new Map()
  const scenes: Call['turns'][] = []
  for (const [name, talk] of Object.entries(language === 'ja' ? TALK_JA : TALK_EN)) {
    const answers = talk.answers.filter((_, index) => index % 2 === (half === 'mend' ? 0 : 1))
    const value = pick(talk.values, random)
    const other = pick(
      talk.values.filter(([spoken, stored]) => spoken !== value[0] && (stored !== value[1] || stored === '')),
      random,
    )
    const kind = random()
    const answer = turnsOf(language, pick(answers, random), value[0], other[0])
    const distraction = pick(talk.distractors, random)
    const distracting = turnsOf(language, distraction, value[0], other[0])
    if (kind < 0.6) scenes.push(answer)
    // Undecided values come before the decision.
    else if (kind < 0.72)
      scenes.push(
        UNDECIDED.test(distraction) || random() < 0.5 ? [...distracting, ...answer] : [...answer, ...distracting],
      )
    else if (kind < 0.9) scenes.push(distracting)
    if (kind < 0.72) expected.set(name, { spoken: value[0], stored: value[1] })
  }
  const fillers = shuffled(language === 'ja' ? FILLER_JA : FILLER_EN, random).slice(0, 3 + Math.floor(random() * 6))
  for (const filler of fillers) scenes.push(turnsOf(language, filler, '', ''))
  return { language, expected, turns: shuffled(scenes, random).flat() }
}

/** 25 Japanese and 25 English calls. */
export function callsOf(half: Half): Call[] {
  const random = randomNumbers(half === 'mend' ? 31 : 67)
  return Array.from({ length: 50 }, (_, index) => makeCall(index % 2 === 0 ? 'ja' : 'en', half, random))
}
