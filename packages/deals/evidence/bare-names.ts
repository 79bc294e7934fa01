// Names without a title, "Trudy" and "Fiona Marsh": words with a capital that are no other word of a conversation.
import type { NameMention } from '../rules/people.ts'
import type { Sentence } from '../rules/sentences.ts'

const OTHER_WORDS = new Set(
  `
    After Before Labor Day Memorial Christmas Easter Thanksgiving Friday's Absolutely Exactly Definitely
    Understood Invoice Send Call Tell Talk Give Take Put Same Still Every Four Five Six Seven Eight Nine Ten
    Twelve Okay Hm Huh Whole Over Under Most Many More Less Speaking I I'm I'll I'd I've The A An And But So Or If
    It It's That That's This There They We We're We've We'll You You're He She His Her Our My Your Yes Yeah Yep No
    Not Nope Ok Right Well Oh Ah Um Uh Hi Hello Hey Good Great Sure Thanks Thank Sorry Please What When Where Who
    Why How Which Is Are Do Does Did Can Could Would Will Shall Should Have Has Just Only Also Then Now Let Let's
    For From At In On By To Of With As One Two Three Monday Tuesday Wednesday Thursday Friday Saturday Sunday
    January February March April May June July August September October November December CEO CFO CTO COO CIO VP
    IT HR MD Mr Mrs Ms Dr Live Premium Basic Standard Nothing Nobody Everybody Everyone Both All Any Some Perfect
    Lovely Brilliant Fine Got Fair Actually Honestly Anyway Because Until Since Maybe Don't Can't
  `.split(/\s+/),
)
const CAPITALS = /(?<![\p{L}'])\p{Lu}\p{Ll}+(?: \p{Lu}[\p{L}'’]+)*/gu
const MIN_LETTERS = 3

const TAKES_DECISION =
  /決め|決裁|判断|承認|ハンコ|最終|\b(?:decid\w+|decision|call|sign\w*|approv\w+|final|say|boss|owner|ceo|cfo|president|partner|director)\b/

/** Whether a sentence speaks of a decision. */
export function isOnDecision({ folded }: Pick<Sentence, 'folded'>): boolean {
  return TAKES_DECISION.test(folded)
}

/** Whether a name has no word of another kind: "Nineteenth June" is a day. */
export function isPersonName(name: string): boolean {
  return !name.split(' ').some((word) => OTHER_WORDS.has(word) && !/^(?:Mr|Mrs|Ms|Dr)$/.test(word))
}

/** `text`: literal. */
export function findBareNames(text: string): NameMention[] {
  return [...text.matchAll(CAPITALS)].flatMap((match): NameMention[] => {
    const words = match[0].split(' ')
    const first = words.findIndex((word) => !OTHER_WORDS.has(word))
    if (first < 0 || words.slice(first).some((word) => OTHER_WORDS.has(word))) return []
    const value = words.slice(first).join(' ')
    const end = match.index + match[0].length
    return value.length < MIN_LETTERS ? [] : [{ start: end - value.length, end, value }]
  })
}
