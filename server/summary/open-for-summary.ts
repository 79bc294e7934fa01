// The first step of every call about a summary: checks that the actor sees the file. A change also locks the row of the
// file until the transaction ends, and checks again, because rights may have ended during the wait.
import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import { lockFile } from '../files/store/files.ts'
import type { App } from '../platform/app.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { assertAllowed, reader } from '../tree/policy.ts'
import * as policy from './policy.ts'
import { findSummaryFile, type SummaryFile } from './store/files.ts'

/** Refuses with E_NOT_FOUND and E_FORBIDDEN (role). */
export async function openSummary(db: Db | Trx, actor: Actor, fileId: number): Promise<SummaryFile> {
  const file = await findSummaryFile(db, actor, fileId)
  if (!file) throw new Refusal('E_NOT_FOUND')
  assertAllowed(reader(file))
  return file
}

interface OpenFile {
  /** With the rights after the wait for the lock. */
  actor: Actor
  file: SummaryFile
}

/** For a change by a person who may edit. */
export async function openSummaryForChange(trx: Trx, caller: Actor, fileId: number): Promise<OpenFile> {
  await openSummary(trx, caller, fileId)
  await lockFile(trx, fileId)
  const actor = await reloadActor(trx, caller)
  const file = await openSummary(trx, actor, fileId)
  assertAllowed(policy.edit(file))
  return { actor, file }
}

/** Gate for operations that change the summary of a file. */
export async function mayEditSummary(
  { params }: { params: { fileId: number } },
  { app, actor }: { app: Pick<App, 'db'>; actor: Actor },
): Promise<void> {
  assertAllowed(policy.edit(await openSummary(app.db, actor, params.fileId)))
}
