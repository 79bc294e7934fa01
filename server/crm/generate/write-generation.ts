// Writes a generation: the values that are still missing, with a model or by rules, each stored as soon as it is known. What
// was not found keeps its previous value.
import type { Property } from '@kaiwa/deals/property.ts'
import { dayIn } from '@kaiwa/deals/days.ts'
import type { Actor } from '../../accounts/actor.ts'
import { actorOfUser } from '../../accounts/sessions/actor-of-user.ts'
import { chatErrorOf } from '../../assistant/ask-model.ts'
import { findAgreedHosts } from '../../assistant/store/consents.ts'
import { type CoveredFile, findSpokenBlocks } from '../../assistant/store/covered.ts'
import type { Work } from '../../assistant/task.ts'
import { refundUsage } from '../../billing/record-usage.ts'
import { AiFailure } from '../../platform/ai/ai-failure.ts'
import type { App } from '../../platform/app.ts'
import type { Db } from '../../platform/database/database.ts'
import { openTimeLimit } from '../../platform/time-limit.ts'
import { findSummaryFile, readableFile } from '../../summary/store/files.ts'
import * as policy from '../deals/policy.ts'
import { findConnectedPortal } from '../connection/is-connected.ts'
import { endGeneration, failed, finishValue } from './end-generation.ts'
import { causeOf } from './generation-keys.ts'
import { claimGeneration, findGeneration, type GenerationRow, isClaimed } from './store/generations.ts'
import { type Finding, findValues } from './store/values.ts'
import { GenerationEnded, type Writing } from './writing.ts'
import { writeByRules } from './write-by-rules.ts'
import { writeWithModel } from './write-with-model.ts'

/**
 * A generation may take as long as this number of answers (`KAIWA_AI_ANSWER_SECONDS` each), counted from its first worker.
 * Many properties and a long conversation need one answer for each part; a slow model could otherwise write for hours.
 */
const MAX_ANSWERS = 10
/** Without a model. */
const DEFAULT_ANSWER_SECONDS = 180

/** Seconds until the deadline of the generation. */
function secondsLeft({ app }: Work, { started_at: startedAt }: GenerationRow): number {
  const seconds = MAX_ANSWERS * (app.config.ai?.answerSeconds ?? DEFAULT_ANSWER_SECONDS)
  return Math.max(0, seconds + ((startedAt ?? new Date()).getTime() - Date.now()) / 1000)
}

interface Task {
  actor: Actor
  file: CoveredFile
}

/** The input of a generation with the rights of its person today; null if they may not generate any more. */
async function readTask({ config, db }: Pick<App, 'config' | 'db'>, row: GenerationRow): Promise<Task | null> {
  const actor = await actorOfUser(db, row.requested_by)
  const file = actor && (await findSummaryFile(db, actor, row.file_id))
  const readable = file && readableFile(file)
  if (!readable || file.workspace_id !== row.workspace_id || !policy.edit(file).allowed) return null
  const [portalId, agreed] = await Promise.all([
    findConnectedPortal({ config, db }, row.workspace_id),
    findAgreedHosts(db, row.workspace_id),
  ])
  if (portalId !== row.portal_id || (row.host !== null && !agreed.has(row.host))) return null
  return { actor, file: readable }
}

/** The properties that this generation has no value for yet, in the order of the selection. */
async function findWaiting(db: Db, row: GenerationRow): Promise<Property[]> {
  const waiting = new Set(
    (await findValues(db, row.id)).flatMap(({ property, status }) => (status === 'waiting' ? property : [])),
  )
  return row.properties.properties.filter(({ name }) => waiting.has(name))
}

async function write(work: Work, row: GenerationRow): Promise<void> {
  const { db, config } = work.app
  const properties = await findWaiting(db, row)
  // An earlier worker stored all values, and did not come to the end of the generation.
  if (properties.length === 0) return
  const task = await readTask(work.app, row)
  if (!task) throw new GenerationEnded('the generation may not be written any more')
  const { actor, file } = task
  const spoken = await findSpokenBlocks(db, actor, { transcriptIds: [file.transcript_id], speakerIds: [] })
  const { settings } = row.properties
  const writing: Writing = {
    work,
    file,
    spoken,
    properties,
    settings,
    on: dayIn(settings.timeZone, file.created_at),
    isWanted: async () => (await isClaimed(db, row)) && (await readTask(work.app, row)) !== null,
    store: async (property: string, finding: Finding) => {
      if (!(await finishValue(db, row, property, finding))) throw new GenerationEnded('the generation has ended')
    },
  }
  if (row.model === null) return writeByRules(writing)
  const ai = config.ai
  const model = ai?.models.find(({ id, host }) => id === row.model && host === row.host)
  if (!ai || !model) throw new AiFailure('other', `no model ${row.model} at ${row.host} any more`)
  return writeWithModel({ ...writing, model, ai, used: 0 })
}

/** Returns the chat of a generation that was deleted with its file or person. */
function refundDeleted(db: Db, id: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await findGeneration(trx, id))) await refundUsage(trx, causeOf({ id }))
  })
}

/** Writes the missing values, if the generation has not ended, and ends it. Rejects when the worker stops. */
export async function writeGeneration(work: Work, id: number): Promise<void> {
  const { db } = work.app
  const row = await claimGeneration(db, id)
  if (!row) return refundDeleted(db, id)
  const limit = openTimeLimit(secondsLeft(work, row))
  let failure: unknown = null
  try {
    await write({ ...work, signal: AbortSignal.any([work.signal, limit.signal]) }, row)
  } catch (error) {
    if (work.signal.aborted) throw error
    failure = error
    if (!(error instanceof GenerationEnded))
      work.log.warn({ err: error, host: row.host, model: row.model }, 'generation of values failed')
  } finally {
    limit.clear()
  }
  const end = failure === null ? ({ status: 'finished', error: null } as const) : failed(chatErrorOf(failure))
  const ended = await db.transaction().execute((trx) => endGeneration(trx, row, end))
  if (!ended) await refundDeleted(db, id)
}
