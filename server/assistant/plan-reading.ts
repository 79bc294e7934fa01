// Decides what of the covered recordings a model reads: everything if it fits one request, otherwise the passages that fit
// the question, or all of it in parts for questions about the whole.
import type { Db } from '../platform/database/database.ts'
import { documentOf, type Document, type Excerpt, lineOfBlock, lineOfFile } from './prompt.ts'
import { findPassages } from './retrieval/find-passages.ts'
import { type CoveredFile, findSpokenBlocks, type SpokenBlock } from './store/covered.ts'
import { findTemplate, type Template } from './templates.ts'
import { estimateTokens } from './tokens.ts'
import type { Task } from './task.ts'

export interface Reading {
  /** One, or the parts of a long reading. */
  documents: readonly Document[]
  /** Files of which the model gets text or the title. */
  fileIds: readonly number[]
}

export interface ReadingLimits {
  /** Tokens of one document. */
  documentTokens: number
  /** Tokens of all documents together. */
  totalTokens: number
}

/** Words of a question about everything that was said. */
const WHOLE =
  /要約|まとめ|全体|一覧|すべて|全て|議事録|話題|流れ|概要|summar|overview|overall|minutes|all (the )?(topics|decisions|questions)|list (all|every)/i

export function isAboutWhole(question: string, template?: Template): boolean {
  return template !== undefined || WHOLE.test(question)
}

/** Divides excerpts into documents of at most this many tokens, by blocks. Null if a block alone is longer. */
export function divide(excerpts: readonly Excerpt[], documentTokens: number): Excerpt[][] | null {
  const parts: Excerpt[][] = []
  let part: { file: CoveredFile; blocks: SpokenBlock[] }[] = []
  let tokens = 0
  for (const { file, blocks } of excerpts) {
    const head = estimateTokens(lineOfFile(file)) + 1
    for (const block of blocks) {
      const own = estimateTokens(lineOfBlock('b00000', block)) + 1
      if (own + head > documentTokens) return null
      if (tokens > 0 && tokens + own + head > documentTokens) {
        parts.push(part)
        part = []
        tokens = 0
      }
      const last = part.at(-1)
      if (last?.file === file) last.blocks.push(block)
      else part.push({ file, blocks: [block] })
      tokens += own + (last?.file === file ? 0 : head)
    }
  }
  return part.length > 0 ? [...parts, part] : parts
}

function excerptsOf(files: readonly CoveredFile[], blocks: readonly SpokenBlock[]): Excerpt[] {
  const byTranscript = Map.groupBy(blocks, ({ transcript_id: id }) => id)
  return files.flatMap((file) => {
    const own = byTranscript.get(file.transcript_id)
    return own ? [{ file, blocks: own }] : []
  })
}

/** Ids of blocks count through all documents. */
export function documentsOf(parts: readonly (readonly Excerpt[])[]): Document[] {
  let first = 1
  return parts.map((part) => {
    const document = documentOf(part, first)
    first += document.ids.size
    return document
  })
}

function tokensOf(documents: readonly Document[]): number {
  return documents.reduce((sum, { text }) => sum + estimateTokens(text), 0)
}

/** Maximum titles in a request without passages. */
const MAX_TITLES = 200
const MAX_PASSAGES = 60

async function readPassages(db: Db, { actor, chat, question, files }: Task, limits: ReadingLimits): Promise<Reading> {
  const ids = files.map(({ id }) => id)
  const speakerIds = chat.speakers.map(({ id }) => id)
  const clues = findTemplate(question.template_id ?? -1)?.clues ?? []
  const found = await findPassages(db, { actor, files: { ids }, speakerIds }, [question.content, ...clues].join(' '), {
    maxPassages: MAX_PASSAGES,
    // With the rest of each line, a character takes at most about one token and a half.
    maxLength: Math.floor(limits.documentTokens / 2),
  })
  const blockIds = found.flatMap(({ blocks }) => blocks.map(({ block_id: id }) => id))
  const transcriptIds = files.map(({ transcript_id: id }) => id)
  const blocks = await findSpokenBlocks(db, actor, { transcriptIds, speakerIds, ids: blockIds })
  const [excerpts = []] = divide(excerptsOf(files, blocks), limits.documentTokens) ?? []
  if (excerpts.length > 0) return { documents: documentsOf([excerpts]), fileIds: excerpts.map(({ file }) => file.id) }
  const titles = files.slice(0, MAX_TITLES).map((file) => ({ file, blocks: [] }))
  return { documents: documentsOf([titles]), fileIds: titles.map(({ file }) => file.id) }
}

/** Null if a question about the whole needs more than the budget allows. */
export async function planReading(db: Db, task: Task, limits: ReadingLimits): Promise<Reading | null> {
  const { actor, chat, question, files } = task
  const length = files.reduce((sum, file) => sum + file.text_length, 0)
  const isWhole = isAboutWhole(question.content, findTemplate(question.template_id ?? -1))
  // Three narrow characters are one token, so a longer text cannot fit.
  const mayFit = length / 3 <= (isWhole ? limits.totalTokens : limits.documentTokens)
  if (!mayFit) return isWhole ? null : readPassages(db, task, limits)
  const transcriptIds = files.map(({ transcript_id: id }) => id)
  const speakerIds = chat.speakers.map(({ id }) => id)
  const excerpts = excerptsOf(files, await findSpokenBlocks(db, actor, { transcriptIds, speakerIds }))
  const fileIds = excerpts.map(({ file }) => file.id)
  const whole = documentsOf([excerpts])
  const size = tokensOf(whole)
  if (size <= limits.documentTokens) return size <= limits.totalTokens ? { documents: whole, fileIds } : null
  if (!isWhole) return readPassages(db, task, limits)
  const parts = divide(excerpts, limits.documentTokens)
  const documents = parts && documentsOf(parts)
  return documents && tokensOf(documents) <= limits.totalTokens ? { documents, fileIds } : null
}
