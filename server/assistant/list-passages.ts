// The answer without a model: the passages that fit the question best, quoted in the order of relevance.
import type { Locale } from '@kaiwa/contract/fields.ts'
import { cutText } from '@kaiwa/transcript/passage-excerpt.ts'
import { type ComposedAnswer, composeAnswer, type Part } from './compose-answer.ts'
import type { CoveredFile, SpokenBlock } from './store/covered.ts'
import { texts } from './texts.ts'

/** Maximum characters of a quoted passage. */
const QUOTE_LENGTH = 300

/** Markdown would read these characters as markup. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&').replaceAll('\n', ' ')
}

function partOf(block: SpokenBlock, file: CoveredFile): Part {
  const whole = Array.from(block.content).length <= QUOTE_LENGTH
  const quote = whole ? block.content : cutText(block.content, QUOTE_LENGTH).slice(0, -1)
  return {
    text: `> ${escapeMarkdown(quote)}${whole ? '' : '…'}`,
    quotes: [{ file_id: file.id, block_uuid: block.uuid, quote, time: block.start_time }],
  }
}

/** Blocks in the order of relevance, with their files by transcript. */
export function listPassages(
  blocks: readonly SpokenBlock[],
  files: ReadonlyMap<number, CoveredFile>,
  locale: Locale,
): ComposedAnswer {
  if (blocks.length === 0) return composeAnswer([{ text: texts[locale].nothingFound, quotes: [] }])
  const parts = blocks.map((block) => partOf(block, files.get(block.transcript_id) as CoveredFile))
  return composeAnswer([{ text: texts[locale].passages, quotes: [] }, ...parts])
}
