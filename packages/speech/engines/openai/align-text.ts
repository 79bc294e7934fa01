import type { Word } from '../../engine.ts'

// Servers return the words of a response without punctuation, and its text with it. The text is what a reader should
// see; the words have the times. Both are aligned by their letters (longest common subsequence), so a word takes over
// its spelling in the text with the punctuation next to it.

/** A word of the text. `at` is its offset in the text; -1 for a word that the text does not contain. */
export interface PlacedWord extends Word {
  readonly at: number
}

const LETTER = /[\p{L}\p{M}\p{N}]/u
/** Largest product of both numbers of letters: 50 MB and a tenth of a second. 30 s of speech have about 500 letters. */
const MAX_PAIRS = 25_000_000
/** Opens a quotation or a bracket: belongs to the word after it. */
const OPENING = /[\p{Ps}\p{Pi}¿¡]/u

interface Placed {
  word: Word
  /** Offsets of its first and behind its last letter in the text. */
  start: number
  end: number
}

/**
 * The words with the spelling and the punctuation of the text. Text between two words that has letters becomes words. Words
 * and a text that are too long to be compared stay as they are.
 */
export function alignText(words: readonly Word[], text: string): PlacedWord[] {
  const placed = placeWords(words, text)
  const found = placed.filter((one) => one.start >= 0)
  if (found.length === 0) return words.map((word) => ({ ...word, at: -1 }))
  const spelled = new Map<Placed, { from: number; until: number }>(
    found.map((one) => [one, { from: one.start, until: one.end }]),
  )
  const additional = new Map<Placed | undefined, PlacedWord[]>()
  for (let index = 0; index <= found.length; index++) {
    const [before, after] = [found[index - 1], found[index]]
    const [from, until] = [before?.end ?? 0, after?.start ?? text.length]
    const gap = divideGap(text.slice(from, until), { hasBefore: before !== undefined, hasAfter: after !== undefined })
    if (before) spelled.get(before)!.until = from + gap.left
    if (after) spelled.get(after)!.from = from + gap.right
    const [start, end] = [before?.word.end ?? after?.word.start ?? 0, after?.word.start ?? before?.word.end ?? 0]
    const confidence = (before ?? after)?.word.confidence ?? 0
    additional.set(
      before,
      gap.words.map(({ at, text: own }) => ({
        text: own,
        start,
        end: Math.max(start, end),
        confidence,
        at: from + at,
      })),
    )
  }
  return [
    ...(additional.get(undefined) ?? []),
    ...placed.flatMap((one): PlacedWord[] => {
      const range = spelled.get(one)
      // A punctuation mark that the server lists as a word is already part of the word next to it.
      if (!range) return LETTER.test(one.word.text) ? [{ ...one.word, at: -1 }] : []
      const own = text.slice(range.from, range.until).replaceAll(/\s+/g, '')
      return [{ ...one.word, text: own, at: range.from }, ...(additional.get(one) ?? [])]
    }),
  ]
}

/** Finds each word in the text by its letters. */
function placeWords(words: readonly Word[], text: string): Placed[] {
  const theirs = words.flatMap(({ text: word }, index) => lettersOf(word).map(({ letter }) => ({ letter, index })))
  const ours = lettersOf(text)
  const placed: Placed[] = words.map((word) => ({ word, start: -1, end: -1 }))
  if (theirs.length * ours.length > MAX_PAIRS) return placed
  for (const [left, right] of commonLetters(theirs, ours)) {
    const one = placed[theirs[left]!.index]!
    const { at, length } = ours[right]!
    if (one.start < 0) one.start = at
    one.end = at + length
  }
  return placed
}

interface Letter {
  letter: string
  at: number
  length: number
}

function lettersOf(text: string): Letter[] {
  const letters: Letter[] = []
  let at = 0
  for (const character of text) {
    if (LETTER.test(character)) letters.push({ letter: character.toLowerCase(), at, length: character.length })
    at += character.length
  }
  return letters
}

/** Index pairs of the longest common subsequence, in order. */
function commonLetters(a: readonly { letter: string }[], b: readonly { letter: string }[]): [number, number][] {
  const width = b.length + 1
  const best = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      best[i * width + j] =
        a[i]!.letter === b[j]!.letter
          ? best[(i + 1) * width + j + 1]! + 1
          : Math.max(best[(i + 1) * width + j]!, best[i * width + j + 1]!)
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i]!.letter === b[j]!.letter) pairs.push([i++, j++])
    else if (best[(i + 1) * width + j]! >= best[i * width + j + 1]!) i++
    else j++
  }
  return pairs
}

/**
 * Divides the text between two words: what belongs to the word before (up to `left`), to the word after (from `right`),
 * and the words between.
 */
function divideGap(
  gap: string,
  { hasBefore, hasAfter }: { hasBefore: boolean; hasAfter: boolean },
): { left: number; right: number; words: { at: number; text: string }[] } {
  let left = hasBefore ? (/^\S*/u.exec(gap)?.[0].length ?? 0) : 0
  let right = hasAfter ? gap.length - (/\S*$/u.exec(gap)?.[0].length ?? 0) : gap.length
  if (left > right) {
    // No space: opening marks at the end belong to the word after, everything else to the word before.
    left = gap.length
    if (hasAfter) while (left > 0 && OPENING.test(gap[left - 1]!)) left--
    if (!hasBefore) left = 0
    right = left
  }
  const words = [...gap.slice(left, right).matchAll(/\S+/gu)].map(({ 0: text, index }) => ({ text, at: left + index }))
  return { left, right, words }
}
