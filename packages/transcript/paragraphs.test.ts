import { expect, it } from 'vitest'
import { paragraphs } from './paragraphs.ts'
import { block } from './test/factories.ts'

/** Notation `A A! B`: speakers in reading order, `!` for a block with a break, `-` for no speaker. */
function blocks(notation: string) {
  return notation
    .split(' ')
    .filter(Boolean)
    .map((word) => block({ speaker_id: word[0] === '-' ? null : word.charCodeAt(0), is_break: word.endsWith('!') }))
}

it.each([
  ['', ''],
  ['A', '1'],
  ['A A A', '3'],
  ['A A! A', '1 2'],
  ['A B B A', '1 2 1'],
  ['A! A! B!', '1 1 1'],
  ['- - A', '2 1'],
])('EDIT-26 %s makes paragraphs of %s blocks', (notation, lengths) =>
  expect(
    paragraphs(blocks(notation))
      .map((paragraph) => paragraph.length)
      .join(' '),
  ).toBe(lengths),
)
