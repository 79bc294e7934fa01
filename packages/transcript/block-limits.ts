// Limits of what belongs to a block, in proportion to its text. Blocks are read and written in batches that are limited by
// text, so these limits bound the size of a batch, and that of a whole transcript.

import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { TagUsage, Term } from '@kaiwa/contract/transcripts.ts'

/** Dictionary forms and readings per character of text: the reading of a kanji has up to 6 letters. */
const FORMS_PER_CHARACTER = 20
const MIN_FORMS = 100
/** Tagged passages of a block without text; each character allows one more. */
const MIN_TAGS = 50
const TAGGED_TEXT_PER_CHARACTER = 60

function lengthOf<T>(items: readonly T[], own: (item: T) => number): number {
  return items.reduce((sum, item) => sum + own(item), 0)
}

/** Whether the dictionary forms and readings of `terms` are too long in total for a block with this text. */
export function hasTooManyForms(content: string, terms: readonly Pick<Term, 'base' | 'reading'>[]): boolean {
  return (
    lengthOf(terms, ({ base, reading }) => base.length + reading.length) >
    Math.min(LIMITS.wordFormsPerBlock, MIN_FORMS + FORMS_PER_CHARACTER * content.length)
  )
}

/** Whether `tags` are too many, or too long in total, for a block with this text. */
export function hasTooManyTags(content: string, tags: readonly Pick<TagUsage, 'text'>[]): boolean {
  return (
    tags.length > Math.min(LIMITS.tagsPerBlock, MIN_TAGS + content.length) ||
    lengthOf(tags, ({ text }) => text.length) >
      Math.min(LIMITS.taggedTextPerBlock, TAGGED_TEXT_PER_CHARACTER * content.length)
  )
}
