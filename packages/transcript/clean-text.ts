/** Control characters, which databases and document formats reject. Tab and line feed are kept. */
const REFUSED = /(?![\t\n\r])\p{Cc}/gu

/** Cleans a text for a block: lone surrogates become U+FFFD, line ends become LF. */
export const cleanText = (text: string): string => text.toWellFormed().replace(/\r\n?/g, '\n').replace(REFUSED, '')

/** True when `cleanText` would change nothing except line ends. */
export const isClean = (text: string): boolean => text.isWellFormed() && text.search(REFUSED) < 0
