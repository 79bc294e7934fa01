// The answer without a model: the blocks that fit the question best, quoted in the order of relevance.
import type { Locale } from '@kaiwa/contract/fields.ts'
import { cutText } from '@kaiwa/transcript/passage-excerpt.ts'
import type { Db } from '../platform/database/database.ts'
import { type ComposedAnswer, composeAnswer, type Part } from './compose-answer.ts'
import { rankBlocks } from './retrieval/find-passages.ts'
import { type CoveredFile, findSpokenBlocks, type SpokenBlock } from './store/covered.ts'
import { type AnswerEnd, updateReadFiles } from './store/messages.ts'
import { findTemplate } from './templates.ts'
import { texts } from './texts.ts'
import type { Task } from './task.ts'

/** Passages that are shown. */
const SHOWN = 5
/** Maximum characters of a quoted passage. */
const QUOTE_LENGTH = 300

/** Markdown would read these characters as markup. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&').replaceAll('\n', ' ')
}

function partOf(block: SpokenBlock, file: CoveredFile): Part {
  const cut = cutText(block.content, QUOTE_LENGTH)
  const quote = cut === block.content ? cut : cut.slice(0, -1)
  return {
    text: `> ${escapeMarkdown(cut)}`,
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

/** Search words: the question, or the clues of a prepared one. */
function searchTextOf({ question: { content, template_id } }: Task): string {
  const clues = findTemplate(template_id ?? -1)?.clues
  return clues ? clues.join(' ') : content
}

export async function writePassages(db: Db, task: Task): Promise<AnswerEnd> {
  const { actor, chat, answer, files } = task
  const speakerIds = chat.speakers.map(({ id }) => id)
  const ids = files.map(({ id }) => id)
  const ranked = (await rankBlocks(db, { actor, files: { ids }, speakerIds }, searchTextOf(task))).slice(0, SHOWN)
  const found = await findSpokenBlocks(db, actor, {
    transcriptIds: files.map(({ transcript_id: id }) => id),
    speakerIds,
    ids: ranked.map(({ id }) => id),
  })
  const byId = new Map(found.map((block) => [block.id, block]))
  const byTranscript = new Map(files.map((file) => [file.transcript_id, file]))
  const blocks = ranked.flatMap(({ id }) => byId.get(id) ?? [])
  const fileIds = [...new Set(blocks.map(({ transcript_id: id }) => (byTranscript.get(id) as CoveredFile).id))]
  await updateReadFiles(db, answer, { fileIds, waits: false })
  return { status: 'done', ...listPassages(blocks, byTranscript, actor.locale) }
}
