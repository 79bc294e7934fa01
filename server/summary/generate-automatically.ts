import { SUMMARY_PARTS } from '@kaiwa/contract/summary-words.ts'
import { actorOfUser } from '../accounts/sessions/actor-of-user.ts'
import { lockFile } from '../files/store/files.ts'
import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import { tryToBegin } from './begin-generation.ts'
import * as policy from './policy.ts'
import { findPossibleRequesters, findSummaryFile } from './store/files.ts'
import { insertSummary } from './store/summaries.ts'

/** The person and the file, if this person may generate the summary. */
async function openAs(trx: Trx, userId: number, fileId: number) {
  const actor = await actorOfUser(trx, userId)
  const file = actor && (await findSummaryFile(trx, actor, fileId))
  return file && policy.edit(file).allowed ? { actor, file } : null
}

/**
 * Generates the summary of a file that was processed for the first time, with the rights and the model of the person who
 * uploaded it, or of the owner of the workspace. Without a model, consent or chat nothing begins.
 */
export function generateAutomatically(app: App, fileId: number): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    if (!(await lockFile(trx, fileId))) return
    // A row exists since the file was processed first.
    if (!(await insertSummary(trx, fileId))) return
    const people = await findPossibleRequesters(trx, fileId)
    if (!people) return
    const { created_by: creator, owner_id: owner } = people
    const opened = (creator === null ? null : await openAs(trx, creator, fileId)) ?? (await openAs(trx, owner, fileId))
    if (opened) await tryToBegin(app, trx, { ...opened, parts: SUMMARY_PARTS })
  })
}
