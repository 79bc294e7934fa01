const FIELDS = 'input, textarea, select, [contenteditable="true"]'

/** The key M outside of text fields and dialogs. Check for conversions of an input method before. */
export function isMarkerKey(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== 'm' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  if (event.target instanceof Element && event.target.closest(FIELDS)) return false
  return !event.repeat && !document.querySelector('[aria-modal="true"]')
}
