import type { EditableDocument } from '@kaiwa/transcript'
import type { BlockViews } from './block-views.ts'
import { openPaintedPassages } from './painted-passages.ts'
import type { PaintedPassages } from './painted-passages.ts'
import type { VisibleChunks } from './visible-chunks.ts'

/** Paints tagged passages in the colours of their tags. */
export interface TagColours extends PaintedPassages {
  /** Colours (#rrggbb) by tag id; a tag without one is not shown. */
  setColours(colours: ReadonlyMap<number, string>): void
  stop(): void
}

const HEX = /^#[\da-f]{6}$/i

function nameOf(colour: string): string {
  return `kaiwa-tag-${colour.slice(1).toLowerCase()}`
}

// The text keeps its colour in light and dark themes. The tag colour is a thin background plus an underline, so a
// passage is not marked by hue alone.
function ruleOf(colour: string): string {
  return `::highlight(${nameOf(colour)}) { background-color: ${colour}38; text-decoration: underline 2px ${colour} }`
}

export function openTagColours(
  views: BlockViews,
  visible: VisibleChunks,
  document: () => EditableDocument,
): TagColours {
  let names: ReadonlyMap<number, string> = new Map()
  const sheet = new CSSStyleSheet()
  const home = globalThis.document
  home.adoptedStyleSheets = [...home.adoptedStyleSheets, sheet]
  const passages = openPaintedPassages(views, visible, (uuid) =>
    (document().blocks.get(uuid)?.tags ?? []).flatMap(({ tag_id, offset, text }) => {
      const highlight = names.get(tag_id)
      return highlight === undefined ? [] : [{ highlight, start: offset, end: offset + text.length }]
    }),
  )
  return {
    ...passages,
    setColours(colours) {
      const known = [...colours].filter(([, colour]) => HEX.test(colour))
      names = new Map(known.map(([id, colour]) => [id, nameOf(colour)]))
      sheet.replaceSync([...new Set(known.map(([, colour]) => colour.toLowerCase()))].map(ruleOf).join('\n'))
      passages.refresh(null)
    },
    stop() {
      passages.clear()
      home.adoptedStyleSheets = home.adoptedStyleSheets.filter((other) => other !== sheet)
    },
  }
}
