import type { Node } from 'prosemirror-model'
import type { NodeView, ViewMutationRecord } from 'prosemirror-view'
import { attributesOf } from './schema.ts'
import type { VisibleChunks } from './visible-chunks.ts'

/**
 * Estimated height of a group, chunk or block in CSS pixels, used until the browser has laid it out. It keeps the
 * scrollbar close to its true size.
 */
function estimateHeight(node: Node): number {
  if (node.type.name !== 'block') return node.children.reduce((height, child) => height + estimateHeight(child), 0)
  const lines = Math.max(1, Math.ceil(node.content.size / 42))
  return lines * 28 + 8 + (attributesOf(node).starts_paragraph ? 40 : 0)
}

/** An element that the browser skips while it is off-screen, and whose height it remembers then. */
function skippedElement(className: string, node: Node): HTMLElement {
  const made = document.createElement('div')
  made.className = className
  made.style.containIntrinsicSize = `auto 600px auto ${estimateHeight(node)}px`
  return made
}

/** Node view of a group of chunks. While a group is far from the window, the browser does not look at its chunks. */
export class GroupView implements NodeView {
  readonly dom: HTMLElement
  readonly contentDOM: HTMLElement

  constructor(group: Node) {
    this.dom = skippedElement('kaiwa-group', group)
    this.contentDOM = this.dom
  }

  update(node: Node): boolean {
    return node.type.name === 'group'
  }

  /** Ignores the mark of groups near the window. */
  ignoreMutation({ type, target }: ViewMutationRecord): boolean {
    return type === 'attributes' && target === this.dom
  }
}

/** Node view of a chunk: some blocks that the browser skips (`content-visibility`) while they are off-screen. */
export class ChunkView implements NodeView {
  readonly dom: HTMLElement
  readonly contentDOM: HTMLElement
  readonly #visible: VisibleChunks

  constructor(chunk: Node, visible: VisibleChunks) {
    this.dom = skippedElement('kaiwa-chunk', chunk)
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
