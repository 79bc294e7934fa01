import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import { attributesOf } from './schema.ts'
import type { Sight } from './sight.ts'

/** Height of a chunk before the browser has laid it out, in CSS pixels: a fair guess keeps the scrollbar honest. */
function guessHeight(chunk: Node): number {
  let height = 0
  chunk.forEach((block) => {
    const lines = Math.max(1, Math.ceil(block.content.size / 42))
    height += lines * 28 + 8 + (attributesOf(block).starts_paragraph ? 40 : 0)
  })
  return height
}

/** Some dozens of blocks that the browser may skip while they lie outside the window. */
export class ChunkView implements NodeView {
  readonly dom: HTMLElement
  readonly contentDOM: HTMLElement
  readonly #sight: Sight

  constructor(chunk: Node, sight: Sight) {
    this.dom = document.createElement('div')
    this.dom.className = 'kaiwa-chunk'
    this.dom.style.containIntrinsicSize = `auto 600px auto ${guessHeight(chunk)}px`
    this.contentDOM = this.dom
    this.#sight = sight
    sight.watch(this.dom)
  }

  update(node: Node): boolean {
    return node.type.name === 'chunk'
  }

  destroy(): void {
    this.#sight.forget(this.dom)
  }
}
