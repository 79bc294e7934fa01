/**
 * The text node and the offset in it for an offset in the block. A block has one text node, except while the browser
 * edits it.
 */
function pointIn(text: HTMLElement, offset: number): { node: Node; offset: number } | null {
  let left = offset
  for (const node of text.childNodes) {
    if (!(node instanceof Text)) continue
    if (left <= node.length) return { node, offset: left }
    left -= node.length
  }
  return null
}

/** The elements of one block on the page. */
interface BlockOnPage {
  readonly dom: HTMLElement
  readonly contentDOM: HTMLElement
}

/** The block views on the page by uuid, so that a lookup needs no document position. */
export class BlockViews<View extends BlockOnPage = BlockOnPage> implements Iterable<View> {
  /** Maps an offset in the document's text to one on the page. They differ only during a composition. */
  offsetOnPage: (uuid: string, offset: number) => number = (_uuid, offset) => offset
  readonly #views = new Map<string, View>()

  add(uuid: string, view: View): void {
    this.#views.set(uuid, view)
  }

  /** Removes `view` unless the block has been redrawn with a new view. */
  remove(uuid: string, view: View): void {
    if (this.#views.get(uuid) === view) this.#views.delete(uuid)
  }

  get size(): number {
    return this.#views.size
  }

  get(uuid: string): View | undefined {
    return this.#views.get(uuid)
  }

  [Symbol.iterator](): Iterator<View> {
    return this.#views.values()
  }

  element(uuid: string): HTMLElement | null {
    return this.#views.get(uuid)?.dom ?? null
  }

  /**
   * Range of a block's text (UTF-16 offsets) on the page; null when the block is not drawn. Valid until the text
   * changes.
   */
  range(uuid: string, start: number, end: number): StaticRange | null {
    const text = this.#views.get(uuid)?.contentDOM
    const from = text && pointIn(text, this.offsetOnPage(uuid, start))
    const to = text && pointIn(text, this.offsetOnPage(uuid, end))
    if (!from || !to) return null
    return new StaticRange({
      startContainer: from.node,
      startOffset: from.offset,
      endContainer: to.node,
      endOffset: to.offset,
    })
  }
}
