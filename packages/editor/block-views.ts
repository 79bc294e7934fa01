/** The text nodes of a block: one, except while the browser is at work in it. */
function pointIn(text: HTMLElement, offset: number): { node: Node; offset: number } | null {
  let left = offset
  for (const node of text.childNodes) {
    if (!(node instanceof Text)) continue
    if (left <= node.length) return { node, offset: left }
    left -= node.length
  }
  return null
}

/** What a block on the page is made of. */
interface BlockOnPage {
  readonly dom: HTMLElement
  readonly contentDOM: HTMLElement
}

/** The blocks on the page by their uuid: found without asking where they stand in the document. */
export class BlockViews<View extends BlockOnPage = BlockOnPage> implements Iterable<View> {
  /** Where an offset of the document's text stands on the page, while something is being composed in it. */
  offsetOnPage: (uuid: string, offset: number) => number = (_uuid, offset) => offset
  readonly #views = new Map<string, View>()

  add(uuid: string, view: View): void {
    this.#views.set(uuid, view)
  }

  /** A block that was drawn anew meanwhile stays. */
  remove(uuid: string, view: View): void {
    if (this.#views.get(uuid) === view) this.#views.delete(uuid)
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

  /** A piece of a block's text (UTF-16) on the page; null where it is not. It stays true until the text changes. */
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
