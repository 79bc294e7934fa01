// Ordinal numbers of days in English words, as speech recognition may write them: "june thirtieth", "the twenty-second".

const ONES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth']
const TEENS = [
  'tenth',
  'eleventh',
  'twelfth',
  'thirteenth',
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'seventeenth',
  'eighteenth',
  'nineteenth',
]
const DAYS = new Map([
  ...ONES.map((word, index): [string, number] => [word, index + 1]),
  ...TEENS.map((word, index): [string, number] => [word, index + 10]),
  ['twentieth', 20],
  ...ONES.map((word, index): [string, number] => [`twenty ${word}`, index + 21]),
  ['thirtieth', 30],
  ['thirty first', 31],
])

/** Source of an expression for all ordinals from first to thirty-first, folded. */
export const ORDINAL = [...DAYS.keys()]
  .toReversed()
  .map((word) => word.replace(' ', '[ -]'))
  .join('|')

/** 1 to 31; undefined for another word. */
export function readOrdinal(folded: string): number | undefined {
  return DAYS.get(folded.replace('-', ' '))
}
