/**
 * Marks the block that contains the caret by `data-focused`, in edit mode, until `signal` aborts. The block views ignore
 * this attribute, so it is no edit.
 */
export function markFocusedBlock(signal: AbortSignal): void {
  let marked: Element | null = null
  const mark = (block: Element | null) => {
    if (block === marked) return
    marked?.removeAttribute('data-focused')
    block?.setAttribute('data-focused', '')
    marked = block
  }
  const refresh = () => {
    const node = document.getSelection()?.focusNode ?? null
    const element = node instanceof Element ? node : (node?.parentElement ?? null)
    mark(element?.closest('.kaiwa-transcript[contenteditable=true] .kaiwa-block') ?? null)
  }
  document.addEventListener('selectionchange', refresh, { signal, passive: true })
  signal.addEventListener('abort', () => mark(null), { once: true })
  refresh()
}
