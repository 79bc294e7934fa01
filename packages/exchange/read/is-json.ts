/** What a text is, by what it says; its name is not asked. */
export const isJson = (text: string): boolean => /^\s*[{[]/.test(text)
