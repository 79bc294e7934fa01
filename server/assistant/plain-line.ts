import { cleanText } from '@kaiwa/transcript/clean-text.ts'
import { safeMarkdown } from './safe-markdown.ts'

/** Characters of a raw text that are processed. */
const MAX_RAW = 8_000

/** A text of a model as plain text of one line, without links, images and tags. */
export function plainLine(raw: string, maxLength: number): string {
  const line = safeMarkdown(cleanText(raw.slice(0, MAX_RAW)), true)
    .replaceAll(/\s+/g, ' ')
    .trim()
  // Half a character at the end is left out.
  return line
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}
