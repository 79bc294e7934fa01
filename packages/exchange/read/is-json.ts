/** Detects JSON by content, not by file name. */
export const isJson = (text: string): boolean => /^\s*[{[]/.test(text)
