// The CSS Custom Highlight API paints ranges without changing the DOM: moving the word mark repaints one line. Browsers
// without the API show no marks; everything else works.

export const WORD_HIGHLIGHT = 'kaiwa-word'
export const HIT_HIGHLIGHT = 'kaiwa-hit'
export const CURRENT_HIT_HIGHLIGHT = 'kaiwa-current-hit'
export const COMMENT_HIGHLIGHT = 'kaiwa-comment'
export const CURRENT_COMMENT_HIGHLIGHT = 'kaiwa-current-comment'

/** Highlights from lowest to highest priority: tags (not listed), comments, hits, current hit, current word. */
const LAYERS: readonly string[] = [
  COMMENT_HIGHLIGHT,
  CURRENT_COMMENT_HIGHLIGHT,
  HIT_HIGHLIGHT,
  CURRENT_HIT_HIGHLIGHT,
  WORD_HIGHLIGHT,
]

function supported(): boolean {
  return typeof Highlight === 'function' && typeof CSS !== 'undefined' && 'highlights' in CSS
}

/** The highlight registered under a name (`::highlight(name)`). Several views can share it. */
function highlightOf(name: string): Highlight {
  const known = CSS.highlights.get(name)
  if (known) return known
  const made = new Highlight()
  made.priority = LAYERS.indexOf(name) + 1
  CSS.highlights.set(name, made)
  return made
}

/** Adds a range to the highlight with this name. */
export function paint(name: string, range: AbstractRange): void {
  if (supported()) highlightOf(name).add(range)
}

export function erase(name: string, range: AbstractRange): void {
  if (supported()) CSS.highlights.get(name)?.delete(range)
}

/** The ranges of one view in one highlight. */
export interface Marks {
  /** Replaces the ranges. */
  show(ranges: readonly AbstractRange[]): void
  clear(): void
}

export function openMarks(name: string): Marks {
  let mine: readonly AbstractRange[] = []
  const clear = () => {
    for (const range of mine) erase(name, range)
    mine = []
  }
  return {
    clear,
    show(ranges) {
      clear()
      mine = ranges
      for (const range of ranges) paint(name, range)
    },
  }
}
