import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import { attributesOf } from './schema.ts'
import type { VisibleChunks } from './visible-chunks.ts'

/**
 * Estimated height of a chunk in CSS pixels, used until the browser has laid it out. It keeps the scrollbar close to
 * its true size.
 */
function estimateHeight(chunk: Node): number {
  let height = 0
  chunk.forEach((block) => {
    const lines = Math.max(1, Math.ceil(block.content.size / 42))
    height += lines * 28 + 8 + (attributesOf(block).starts_paragraph ? 40 : 0)
  })
  return height
}

/**
 * Node view of a chunk: some dozens of blocks that the browser skips (`content-visibility`) while they are off-screen.
 */
export class ChunkView implements NodeView {
  readonly dom: HTMLElement
  readonly contentDOM: HTMLElement
  readonly #visible: VisibleChunks

  constructor(chunk: Node, visible: VisibleChunks) {
    this.dom = document.createElement('div')
    this.dom.className = 'kaiwa-chunk'
    this.dom.style.containIntrinsicSize = `auto 600px auto ${estimateHeight(chunk)}px`
    this.contentDOM = this.dom
    this.#visible = visible
    visible.observe(this.dom)
  }

  update(node: Node): boolean {
    return node.type.name === 'chunk'
  }

  destroy(): void {
    this.#visible.unobserve(this.dom)
  }
}
