import { Schema } from 'prosemirror-model'
import type { Node } from 'prosemirror-model'

// `doc > group > chunk > block > text`. Groups and chunks have no meaning in the transcript: they are the units that the
// browser skips while they are off-screen (`content-visibility`), so a full day of speech stays fast. Chunks keep the
// part small that is laid out, read and painted again; groups keep the number of units small that the browser checks in
// each frame. Blocks have no marks and no widgets next to the text, because both break Japanese input.

/** Attributes of a block. Times in seconds. Words and tags are kept in the session, see `word-timeline.ts`. */
export interface BlockAttributes {
  uuid: string
  start_time: number
  end_time: number
  sentiment: number
  section_name: string | null
  is_break: boolean
  speaker_id: number | null
  /** Derived (see `startsParagraph`): the speaker's name is shown above this block. */
  starts_paragraph: boolean
}

const blockDefaults: { [K in keyof BlockAttributes]: { default: BlockAttributes[K] } } = {
  uuid: { default: '' },
  start_time: { default: 0 },
  end_time: { default: 0 },
  sentiment: { default: 0 },
  section_name: { default: null },
  is_break: { default: false },
  speaker_id: { default: null },
  starts_paragraph: { default: false },
}

export const schema = new Schema({
  nodes: {
    doc: { content: 'group*' },
    group: {
      content: 'chunk+',
      selectable: false,
      toDOM: () => ['div', 0],
    },
    chunk: {
      content: 'block+',
      selectable: false,
      toDOM: () => ['div', 0],
    },
    block: {
      content: 'text*',
      marks: '',
      // Line feeds are part of the text.
      whitespace: 'pre',
      attrs: blockDefaults,
      defining: true,
      isolating: true,
      selectable: false,
      // Never rendered: the page shows groups, chunks and blocks through their node views.
      toDOM: () => ['p', 0],
    },
    text: {},
  },
})

export function attributesOf(block: Node): BlockAttributes {
  return block.attrs as BlockAttributes
}
