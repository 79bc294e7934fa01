// Numbers in English words: "twenty-five", "three hundred and fifty thousand", "three and a half million", "half a million".

const ONES = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

const SMALL = new Map<string, number>([
  ...ONES.map((word, index): [string, number] => [word, index]),
  ...TENS.map((word, index): [string, number] => [word, (index + 2) * 10]),
])
const SCALES = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
])

const WORD = `(?:${[...SMALL.keys(), 'hundred', ...SCALES.keys()].toSorted((a, b) => b.length - a.length).join('|')})`
const RUN = new RegExp(
  String.raw`\b(?:(?:an? )?half(?: of)?(?: an?)? (?:thousand|million|billion)|(?:an? (?=hundred|thousand|million|billion|dozen))?(?:${WORD}|dozen)(?:(?:[ -]| and (?:a half )?|(?<=thousand|million|billion), (?=[a-z]+(?:-[a-z]+)? hundred\b))(?:${WORD}|dozen))*(?: and a half)?)\b`,
  'g',
)

interface Words {
  start: number
  end: number
  value: number
}

/** Reads the words in order; null if they are no single number, as "one two three". */
function read(words: readonly string[]): number | null {
  let total = 0
  let section = 0
  let last = Infinity
  let lastScale = Infinity
  for (const word of words) {
    const small = SMALL.get(word)
    const scale = SCALES.get(word)
    if (word === 'half') {
      // "three million and a half" is half a million more, or a half.
      if (section === 0 || section % 100 === 0) return null
      section += 0.5
    } else if (word === 'dozen') section = Math.max(1, section) * 12
    else if (small !== undefined) {
      // "twenty five" adds; "five twenty" and "one two" are several numbers.
      if (small >= last) return null
      section += small
      last = small < 20 ? 0 : 10
    } else if (word === 'hundred') {
      if (section >= 100) return null
      section = Math.max(1, section) * 100
      last = 100
    } else if (scale !== undefined) {
      if (scale >= lastScale) return null
      total += Math.max(section, section === 0 ? 1 : 0) * scale
      section = 0
      lastScale = scale
      last = Infinity
    }
  }
  return total + section
}

/** Without a number before it: "per hundred", "a few thousand". */
const BARE_SCALE = /^(?:hundred|thousand|million|billion|dozen)\b/

/** "one" alone is mostly a pronoun. */
const PRONOUN = /^(?:one|zero)$/

/** `text`: folded. */
export function findEnglishWords(text: string): Words[] {
  return [...text.matchAll(RUN)].flatMap((match): Words[] => {
    const phrase = match[0]
    if (
      PRONOUN.test(phrase) &&
      !/^ (?:users?|seats?|licen|month|year|week|day|office|site|store|location|person)/.test(
        text.slice(match.index + phrase.length),
      )
    )
      return []
    if (BARE_SCALE.test(phrase)) return []
    const isHalf = /^(?:an? )?half/.test(phrase)
    const words = phrase.split(/,? |-/).filter((word) => !['and', 'a', 'an'].includes(word))
    const value = isHalf ? 0.5 * SCALES.get(words.at(-1)!)! : read(words)
    return value === null ? [] : [{ start: match.index, end: match.index + phrase.length, value }]
  })
}
