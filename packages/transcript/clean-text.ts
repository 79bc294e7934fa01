/** Control characters that no text needs and that databases and documents refuse; tab and line feed stay. */
const REFUSED = /(?![\t\n\r])\p{Cc}/gu

/** A text as a block may hold it: whole characters only (a lone surrogate becomes U+FFFD), one kind of line end. */
export const cleanText = (text: string): string => text.toWellFormed().replace(/\r\n?/g, '\n').replace(REFUSED, '')

/** Whether a text holds what `cleanText` would change, line ends aside. */
export const isClean = (text: string): boolean => text.isWellFormed() && text.search(REFUSED) < 0
