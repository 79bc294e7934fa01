// Small random documents that contain many edge cases: empty blocks, adjacent words, characters of several code units.

import { BlockSequence } from '../block-sequence.ts'
import type { EditableBlock } from '../editable-block.ts'
import type { EditableDocument } from '../editable-document.ts'
import { term } from './factories.ts'

/** Pseudo-random integers from 0 to `below` - 1, reproducible by seed (mulberry32). */
export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

/** Texts to type: words, characters of several code units, a lone surrogate, the empty string. */
export const PIECES = ['本日', 'は', 'data', ' ', '\n', '😀', 'が', 'か\u3099', '👨‍👩‍👧', '🇯🇵', 'x', '。', '\ud83d', '']
/** A document of a few blocks with irregularly timed words and some passages. */
export function randomDocument(random: (below: number) => number): EditableDocument {
  const blocks = Array.from({ length: 1 + random(4) }, (_, number): EditableBlock => {
    const terms = []
    let content = ''
    for (let count = random(6); count > 0; count--) {
      const text = PIECES[random(3)]!
      if (random(3) > 0)
        terms.push(term(text, content.length, number * 10 + terms.length, number * 10 + terms.length + 1))
      content += random(3) > 0 ? text : `${text}。`
    }
    return {
      uuid: `block-${number}`,
      content,
      start_time: number * 10,
      end_time: number * 10 + 9,
      is_break: random(3) === 0,
      section_name: random(3) === 0 ? '予算' : null,
      speaker_id: random(3),
      sentiment: 0,
      terms,
      tags: content === '' ? [] : [{ tag_id: 1, text: content, offset: 0, tag_uuid: `tag-${number}` }],
    }
  })
  return { id: 1, revision: 1, blocks: BlockSequence.of(blocks) }
}
