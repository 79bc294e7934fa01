import { sql } from 'kysely'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { chargedMinutes } from '@kaiwa/contract/minutes.ts'
import type { redoFile as redoContract, retryFile as contract, SpokenLanguage } from '@kaiwa/contract/files.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import { remainingMinutes } from '../billing/remaining.ts'
import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import { emit } from '../platform/events/emit.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { stopRun } from '../processing/cancel-file.ts'

import { lockFile } from '../processing/lock-file.ts'
import { resetForRetry } from '../processing/reset-for-retry.ts'
import { type FileRow, findFile } from '../files/file-rows.ts'
import { fileState } from '../files/file-state.ts'
import { readFile } from '../files/read-file.ts'
import { insist } from '../tree/assert-allowed.ts'
import * as policy from '../tree/policy.ts'
import { readerOf } from '../files/reader.ts'
import { prepareMedia } from './jobs/prepare-media.ts'
import { fileChannels } from '../tree/rights/folder-listeners.ts'

/** Resumes a failed or canceled file after its last finished stage, optionally in another language. */
export const retryFile: Handler<typeof contract> = ({ params, body }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    const { app } = context
    await lockFile(trx, params.fileId)
    const actor = await reloadActor(trx, context.actor)
    const file = await findFile(trx, actor, params.fileId)
    insist(policy.retry(file, fileState(file)))
    await insistOnMinutes(trx, file, actor.workspaceId)
    await startAgain(trx, app, file, actor.id, body?.language ?? file.language)
    return readFile(trx, readerOf({ ...context, actor }), file.id)
  })

/** Stops a run that seems stuck and starts it again; recognised chunks are kept. */
export const redoFile: Handler<typeof redoContract> = ({ params }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    const { app } = context
    await lockFile(trx, params.fileId)
    const actor = await reloadActor(trx, context.actor)
    const file = await findFile(trx, actor, params.fileId)
    insist(policy.redo(file, fileState(file)))
    await stopRun(trx, file, actor.id)
    await startAgain(trx, app, file, actor.id, file.language)
    return readFile(trx, readerOf({ ...context, actor }), file.id)
  })

/** Refuses to restart a file that failed for lack of minutes while there are still too few. */
const insistOnMinutes = async (trx: Trx, file: FileRow, workspaceId: number | null): Promise<void> => {
  if (file.failed_reason !== 'not-enough-minute') return
  if (workspaceId === null || (await remainingMinutes(trx, workspaceId)) < chargedMinutes(file.duration)) {
    throw new Refusal('PROJECT_MAX_MINUTES_EXCEEDED')
  }
}

const startAgain = async (
  trx: Trx,
  app: App,
  file: FileRow,
  userId: number,
  language: SpokenLanguage,
): Promise<void> => {
  await resetForRetry(trx, file.id, language === file.language ? 'failed' : 'all')
  const { run } = await trx
    .updateTable('files')
    .set((eb) => ({
      status: 'processing',
      run: eb('run', '+', 1),
      failed_reason: null,
      note: null,
      language,
      transcript_started_at: sql`now()`,
      estimate_completed_at: sql<Date>`now() + make_interval(secs => ${LIMITS.retryEstimateSeconds})`,
      last_updated_by: userId,
      last_updated_at: sql`now()`,
    }))
    .where('id', '=', file.id)
    .returning('run')
    .executeTakeFirstOrThrow()
  await app.jobs.send(trx, prepareMedia, { file_id: file.id, run }, { key: `${file.id}:${run}` })
  await emit(trx, {
    type: 'file.updated',
    data: { project_file_id: file.id },
    channels: await fileChannels(trx, file),
  })
}
