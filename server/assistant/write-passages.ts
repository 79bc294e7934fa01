// The answer without a model: the blocks that fit the question best, quoted in the order of relevance; for a question about
// the whole, its topics in order.
import type { Locale } from '@kaiwa/contract/fields.ts'
import { languageOf } from '@kaiwa/transcript/language-of.ts'
import { cutText } from '@kaiwa/transcript/passage-excerpt.ts'
import type { Db } from '../platform/database/database.ts'
import { type ComposedAnswer, composeAnswer, type Part } from './compose-answer.ts'
import { isAboutWhole } from './plan-reading.ts'
import { rankBlocks } from './retrieval/find-passages.ts'
import type { DigestKind } from './retrieval/read-digest.ts'
import type readDigestThread from './retrieval/read-digest.thread.ts'
import { type CoveredFile, findOpenings, findSpokenBlocks, type SpokenBlock } from './store/covered.ts'
import { type AnswerEnd, updateReadFiles } from './store/messages.ts'
import { findTemplate } from './templates.ts'
import { texts } from './texts.ts'
import type { Task, Work } from './task.ts'

/** Passages that are shown. */
const SHOWN = 5
/** Time for a conversation of many hours. */
const DIGEST_MS = 60_000
/** Maximum characters of a quoted passage. */
const QUOTE_LENGTH = 300

/** Markdown would read these characters as markup. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&').replaceAll('\n', ' ')
}

function partOf(block: SpokenBlock, file: CoveredFile, { text = block.content, time = block.start_time }: Shown): Part {
  const cut = cutText(text, QUOTE_LENGTH)
  const quote = cut === text ? cut : cut.slice(0, -1)
  return {
    text: `> ${escapeMarkdown(cut)}`,
    quotes: [{ file_id: file.id, block_uuid: block.uuid, quote, time }],
  }
}

/** A block, or a literal part of it. */
interface Shown {
  blockId: number
  text?: string
  /** Seconds in the recording. */
  time?: number
}

interface Found {
  /** The sentence before the passages. */
  intro: 'passages' | DigestKind
  shown: readonly Shown[]
}

/** The passages for the words of the question, or for the clues of a prepared one. */
async function findByWords(db: Db, { actor, chat, question, files }: Task): Promise<Found> {
  const clues = findTemplate(question.template_id ?? -1)?.clues
  const scope = { actor, files: { ids: files.map(({ id }) => id) }, speakerIds: chat.speakers.map(({ id }) => id) }
  const ranked = await rankBlocks(db, scope, clues ? clues.join(' ') : question.content)
  return { intro: 'passages', shown: ranked.slice(0, SHOWN).map(({ id }) => ({ blockId: id })) }
}

async function findDigest({ app, signal }: Work, { actor, chat, files }: Task, kind: DigestKind): Promise<Found> {
  const shown = await app.threads.run<typeof readDigestThread>(
    new URL('retrieval/read-digest.thread.ts', import.meta.url),
    {
      kind,
      transcriptIds: files.map(({ transcript_id: id }) => id),
      speakerIds: chat.speakers.map(({ id }) => id),
    },
    {
      lane: 'interactive',
      turn: { accountId: actor.id, workspaceId: chat.workspace_id },
      timeoutMs: DIGEST_MS,
      signal,
    },
  )
  return { intro: kind, shown }
}

/** For a question about the whole whose words were not said, the topics. */
async function find(work: Work, task: Task): Promise<Found> {
  const digest = findTemplate(task.question.template_id ?? -1)?.digest
  if (digest) return findDigest(work, task, digest)
  const found = await findByWords(work.app.db, task)
  const isAboutTopics = found.shown.length === 0 && isAboutWhole(task.question.content)
  return isAboutTopics ? findDigest(work, task, 'topics') : found
}

/** Recordings whose language is compared with that of a question. */
const MAX_COMPARED = 200

/** A word of another alphabet may be a name, two are a question. */
function languageOfQuestion(content: string) {
  const language = languageOf([{ content }])
  return language === 'en' && (content.match(/\p{L}{2,}/gu)?.length ?? 0) < 2 ? null : language
}

/** True if no recording is in the language of the question. A search for its words then finds nothing. */
async function isInOtherLanguage(db: Db, { question, files }: Task): Promise<boolean> {
  // The clues of a prepared question have words of both languages.
  if (findTemplate(question.template_id ?? -1)?.clues) return false
  const asked = languageOfQuestion(question.content)
  if (asked === null || files.length === 0 || files.length > MAX_COMPARED) return false
  const openings = await findOpenings(
    db,
    files.map(({ transcript_id: id }) => id),
  )
  return openings.every((opening) => (languageOf([opening]) ?? asked) !== asked)
}

/** Passages in the given order. */
function listPassages(
  { intro, shown }: Found,
  blocks: ReadonlyMap<number, { block: SpokenBlock; file: CoveredFile }>,
  { locale, nothing }: { locale: Locale; nothing: 'nothingFound' | 'otherLanguage' },
): ComposedAnswer {
  const parts = shown.flatMap((one) => {
    const known = blocks.get(one.blockId)
    return known ? [partOf(known.block, known.file, one)] : []
  })
  return composeAnswer([{ text: texts[locale][parts.length === 0 ? nothing : intro], quotes: [] }, ...parts])
}

export async function writePassages(work: Work, task: Task): Promise<AnswerEnd> {
  const { db } = work.app
  const { actor, chat, answer, files } = task
  const found = await find(work, task)
  const byTranscript = new Map(files.map((file) => [file.transcript_id, file]))
  const rows = await findSpokenBlocks(db, actor, {
    transcriptIds: files.map(({ transcript_id: id }) => id),
    speakerIds: chat.speakers.map(({ id }) => id),
    ids: found.shown.map(({ blockId }) => blockId),
  })
  const blocks = new Map(
    rows.map((block) => [block.id, { block, file: byTranscript.get(block.transcript_id) as CoveredFile }]),
  )
  const fileIds = [...new Set([...blocks.values()].map(({ file }) => file.id))]
  await updateReadFiles(db, answer, { fileIds, waits: false })
  const isOther = blocks.size === 0 && (await isInOtherLanguage(db, task))
  const nothing = isOther ? 'otherLanguage' : 'nothingFound'
  return { status: 'done', ...listPassages(found, blocks, { locale: actor.locale, nothing }) }
}
