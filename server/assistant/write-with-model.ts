// Writes an answer with a model: one request for what fits into one, otherwise notes about each part and then the answer.
import { AiFailure } from '../platform/ai/ai-failure.ts'
import type { AiConfig, AiModel } from '../platform/ai/ai-config.ts'
import { actorOfUser } from '../accounts/sessions/actor-of-user.ts'
import type { Db } from '../platform/database/database.ts'
import { openTimeLimit } from '../platform/time-limit.ts'
import { runWhile } from '../processing/run-while-current.ts'
import { answerTokens, askModel, type Budget, chatErrorOf, notesTokens, RULES_TOKENS } from './ask-model.ts'
import { readCited } from './check-quotes.ts'
import { planReading, type Reading } from './plan-reading.ts'
import {
  answerSchema,
  askAbout,
  askAboutNotes,
  askForNotes,
  type Asked,
  type Document,
  type Earlier,
  lineOfNote,
  systemText,
} from './prompt.ts'
import { composeModelAnswer, readStatements, textSoFar } from './read-answer.ts'
import { findSeenFiles } from './store/cited-blocks.ts'
import { type AnswerEnd, isWanted, updateReadFiles } from './store/messages.ts'
import { AnswerEnded, openDeltas } from './stream-deltas.ts'
import { findTemplate } from './templates.ts'
import { estimateTokens } from './tokens.ts'
import type { Task, Work } from './task.ts'

interface Writing extends Budget {
  work: Work
  task: Task
  asked: Asked
  signal: AbortSignal
}

interface Request {
  messages: ReturnType<typeof askForNotes>
  maxTokens: number
  onText?: (text: string) => void
}

/** One request within the budget of the answer. */
async function request(writing: Writing, { messages, maxTokens, onText }: Request) {
  const { model, task, signal } = writing
  const { text, isCutOff } = await askModel(writing, {
    system: systemText(task.actor.locale),
    messages,
    schema: answerSchema,
    maxTokens,
    signal,
    ...(onText ? { onText } : {}),
  })
  const statements = await readStatements(text)
  if (!statements) throw new AiFailure('other', `the model at ${model.host} answered in another form`)
  return { statements, isCutOff }
}

/** Notes about each part, as lines. Notes that do not fit one request are read in parts again. */
async function takeNotes(writing: Writing, documents: readonly Document[], room: number): Promise<string[]> {
  const notes: string[] = []
  for (const document of documents) {
    const messages = askForNotes(document.text, writing.asked)
    const { statements } = await request(writing, { messages, maxTokens: notesTokens(writing.ai) })
    notes.push(...statements.map(lineOfNote))
  }
  const size = notes.reduce((sum, line) => sum + estimateTokens(line) + 1, 0)
  if (size > room) throw new AiFailure('length', 'the notes about the parts do not fit one request')
  return notes
}

async function writeFrom(writing: Writing, { documents }: Reading, earlier: readonly Earlier[]): Promise<AnswerEnd> {
  const { work, task, asked, ai } = writing
  const { db } = work.app
  const ids = new Map(documents.flatMap((document) => [...document.ids]))
  const room = ai.contextTokens - answerTokens(ai) - RULES_TOKENS
  const messages =
    documents.length === 1
      ? askAbout(documents[0]!.text, asked, earlier)
      : askAboutNotes(await takeNotes(writing, documents, room), asked)
  const deltas = openDeltas(work.app, task.answer, async (raw) => textSoFar((await readStatements(raw)) ?? []))
  const { statements, isCutOff } = await request(writing, {
    messages,
    maxTokens: answerTokens(ai),
    onText: deltas.write,
  })
  await deltas.end()
  const cited = statements.flatMap(({ quotes }) => quotes.map(({ block }) => block))
  const answer = composeModelAnswer(statements, ids, await readCited(db, task.files, ids, cited))
  if (answer.content === '') throw new AiFailure('other', `the model at ${writing.model.host} wrote nothing`)
  return { status: 'done', ...answer, isCutOff }
}

/** Whether the answer is still wanted: its owner sees every file of it, and the workspace agrees to the provider. */
async function mayContinue(
  db: Db,
  { answer, chat }: Task,
  { host }: AiModel,
  fileIds: readonly number[],
): Promise<boolean> {
  const [wanted, owner] = await Promise.all([isWanted(db, answer, host), actorOfUser(db, chat.owner_id)])
  if (!wanted || !owner) return false
  return (await findSeenFiles(db, owner, fileIds)).size === new Set(fileIds).size
}

/** Ends with an error if the provider fails, time or tokens run out, or rights end. Rejects when the worker stops. */
export async function writeWithModel(work: Work, task: Task, model: AiModel): Promise<AnswerEnd> {
  const { db, config } = work.app
  const ai = config.ai as AiConfig
  const asked = {
    question: task.question.content,
    instruction: findTemplate(task.question.template_id ?? -1)?.instruction ?? null,
  }
  const limit = openTimeLimit(ai.answerSeconds)
  try {
    const { earlier } = task
    const earlierTokens = earlier.messages.reduce((sum, { text }) => sum + estimateTokens(text), 0)
    const reading = await planReading(db, task, {
      documentTokens: ai.contextTokens - answerTokens(ai) - RULES_TOKENS - earlierTokens,
      totalTokens: ai.answerTokens,
    })
    if (!reading) return { status: 'failed', error: 'length-limit' }
    const fileIds = [...new Set([...reading.fileIds, ...earlier.fileIds])]
    const isStillValid = () => mayContinue(db, task, model, fileIds)
    // Consent and rights can have ended while the text was read: nothing is sent then.
    const [isValid] = await Promise.all([isStillValid(), updateReadFiles(db, task.answer, { fileIds, waits: false })])
    if (!isValid) return { status: 'failed', error: 'server-error' }
    const end = await runWhile(isStillValid, AbortSignal.any([work.signal, limit.signal]), (signal) =>
      writeFrom({ work, task, model, ai, asked, signal, used: 0 }, reading, earlier.messages),
    )
    return (await isStillValid()) ? end : { status: 'failed', error: 'server-error' }
  } catch (error) {
    // The worker stops, or the answer was cancelled.
    if (work.signal.aborted) throw error
    if (!(error instanceof AnswerEnded))
      work.log.warn({ err: error, host: model.host, model: model.id }, 'answer failed')
    return { status: 'failed', error: chatErrorOf(error) }
  } finally {
    limit.clear()
  }
}
