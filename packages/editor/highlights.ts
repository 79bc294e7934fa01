// The CSS Custom Highlight API paints ranges without touching the document: moving the mark by a word repaints one line
// and nothing else. A browser without it shows no marks; everything else works.

export const WORD_HIGHLIGHT = 'kaiwa-word'
export const HIT_HIGHLIGHT = 'kaiwa-hit'
export const CURRENT_HIT_HIGHLIGHT = 'kaiwa-current-hit'

/** What is painted over what, from below: tags, hits, the word that is being said. */
const LAYERS: readonly string[] = [HIT_HIGHLIGHT, CURRENT_HIT_HIGHLIGHT, WORD_HIGHLIGHT]

const supported = (): boolean => typeof Highlight === 'function' && typeof CSS !== 'undefined' && 'highlights' in CSS

/** The highlight under a name of the page's stylesheet (`::highlight(name)`); several views can share one. */
function highlightOf(name: string): Highlight {
  const known = CSS.highlights.get(name)
  if (known) return known
  const made = new Highlight()
  made.priority = LAYERS.indexOf(name) + 1
  CSS.highlights.set(name, made)
  return made
}

/** Adds a range to those painted under a name. */
export function paint(name: string, range: AbstractRange): void {
  if (supported()) highlightOf(name).add(range)
}

export function erase(name: string, range: AbstractRange): void {
  if (supported()) CSS.highlights.get(name)?.delete(range)
}

/** Marks of one view under a name. */
export interface Marks {
  /** Replaces the marks. */
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
