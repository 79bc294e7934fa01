// The requests of a generation to its model, within its budget of tokens and its limits of time.
import type { SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import { answerTokens, askModel, type Budget, notesTokens, RULES_TOKENS } from '../assistant/ask-model.ts'
import type { Document } from '../assistant/prompt.ts'
import type { Work } from '../assistant/task.ts'
import { estimateTokens } from '../assistant/tokens.ts'
import { AiFailure } from '../platform/ai/ai-failure.ts'
import type { AiConfig } from '../platform/ai/ai-config.ts'
import { openTimeLimit } from '../platform/time-limit.ts'
import { runWhile } from '../processing/run-while-current.ts'
import { askForNotes, askForParts, askFromNotes, lineOfNote, schemaOf, systemText } from './prompt.ts'
import { type RawItem, type ReadParts, readParts } from './read-items.ts'

export interface Writing extends Budget {
  work: Work
  /** Of the transcript. */
  language: string | null
  documents: readonly Document[]
  /** False if the generation has ended, or rights, switch or consent no longer allow it. */
  isWanted: () => Promise<boolean>
}

/** Thrown when the generation was ended, or rights ended. */
export class GenerationEnded extends Error {
  override name = 'GenerationEnded'
}

/** Runs one step within the limit of time, and ends it when the summary is not wanted any more. */
async function step<T>({ work, ai, isWanted }: Writing, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  // Nothing is sent after the end of consent or rights.
  if (!(await isWanted())) throw new GenerationEnded('the generation has ended')
  const limit = openTimeLimit(ai.answerSeconds)
  try {
    const result = await runWhile(isWanted, AbortSignal.any([work.signal, limit.signal]), run)
    if (!(await isWanted())) throw new GenerationEnded('the generation has ended')
    return result
  } finally {
    limit.clear()
  }
}

interface Request {
  messages: ReturnType<typeof askForParts>
  parts: readonly SummaryPartName[]
  maxTokens: number
}

/** One request as a step. Of an answer that reached its limit of tokens, the complete items. */
function request(writing: Writing, { messages, parts, maxTokens }: Request): Promise<ReadParts> {
  const system = systemText(writing.language)
  return step(writing, async (signal) => {
    const asked = { system, messages, schema: schemaOf(parts), maxTokens, signal }
    const { text, isCutOff } = await askModel(writing, asked)
    const read = await readParts(text, parts, { isCutOff })
    if (!read) throw new AiFailure('other', `the model at ${writing.model.host} answered in another form`)
    if (isCutOff && parts.every((part) => !read[part]?.length))
      throw new AiFailure('length', `the answer of the model at ${writing.model.host} has no complete item`)
    return read
  })
}

/** Tokens for notes about a document: each part has its own list, within the limit of an answer. */
function notesTokensFor(ai: AiConfig, parts: readonly SummaryPartName[]): number {
  return Math.min(answerTokens(ai), parts.length * notesTokens(ai))
}

/** Notes about each document for all parts. */
export async function takeNotes(writing: Writing, parts: readonly SummaryPartName[]): Promise<ReadParts> {
  const notes: ReadParts = {}
  for (const { text } of writing.documents) {
    const messages = askForNotes(text, parts)
    const read = await request(writing, { messages, parts, maxTokens: notesTokensFor(writing.ai, parts) })
    for (const part of parts) notes[part] = [...(notes[part] ?? []), ...(read[part] ?? [])]
  }
  return notes
}

/** The items of a part from its notes; from the whole transcript if `notes` is null. */
export async function requestPart(
  writing: Writing,
  part: SummaryPartName,
  notes: ReadParts | null,
): Promise<readonly RawItem[]> {
  const { ai, documents } = writing
  const lines = notes?.[part]?.map(lineOfNote)
  // Nothing for this part in the whole transcript: nothing is sent.
  if (lines?.length === 0) return step(writing, () => Promise.resolve([]))
  const room = ai.contextTokens - answerTokens(ai) - RULES_TOKENS
  if (lines && lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0) > room)
    throw new AiFailure('length', 'the notes about the parts do not fit one request')
  const messages = lines ? askFromNotes(lines, part) : askForParts(documents[0]!.text, [part])
  const read = await request(writing, { messages, parts: [part], maxTokens: answerTokens(ai) })
  return read[part] ?? []
}

/** Whether each part can be written from the whole transcript within the budget. */
export function isShort({ documents, ai }: Writing, parts: readonly SummaryPartName[]): boolean {
  const [only] = documents
  if (documents.length !== 1 || !only) return false
  return parts.length * (estimateTokens(only.text) + RULES_TOKENS + answerTokens(ai)) <= ai.answerTokens
}

/** Whether notes about the documents, and each part from them, fit the budget. */
export function hasRoomForNotes({ documents, ai }: Writing, parts: readonly SummaryPartName[]): boolean {
  const read = documents.reduce((sum, { text }) => sum + estimateTokens(text) + RULES_TOKENS, 0)
  // Notes are written once, and read once.
  const notes = 2 * documents.length * notesTokensFor(ai, parts)
  return read + notes + parts.length * (RULES_TOKENS + answerTokens(ai)) <= ai.answerTokens
}
