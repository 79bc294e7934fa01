import { Schema } from 'prosemirror-model'
import type { Node } from 'prosemirror-model'

// `doc > chunk > block > text`. The chunk carries no meaning: it is the unit that the browser may skip while it lies
// outside the window (`content-visibility`), which is what keeps a whole day of speech as quick as an empty page.
// Blocks have no marks and no widgets beside the text: Japanese input breaks on both.

/** What a block carries besides its text. Times in seconds; words and tags are the session's, see `speech.ts`. */
export interface BlockAttributes {
  uuid: string
  start_time: number
  end_time: number
  sentiment: number
  section_name: string | null
  is_break: boolean
  speaker_id: number | null
  /** Derived (see `startsParagraph`): the speaker's name stands above this block. */
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
    doc: { content: 'chunk*' },
    chunk: {
      content: 'block+',
      selectable: false,
      toDOM: () => ['div', 0],
    },
    block: {
      content: 'text*',
      marks: '',
      // Line feeds are text.
      whitespace: 'pre',
      attrs: blockDefaults,
      defining: true,
      isolating: true,
      selectable: false,
      // Never on the page, which shows chunks and blocks through their views.
      toDOM: () => ['p', 0],
    },
    text: {},
  },
})

export const attributesOf = (block: Node): BlockAttributes => block.attrs as BlockAttributes
