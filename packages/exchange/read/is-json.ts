/** Detects JSON by content, not by file name. */
export function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text)
}
