// The first step of every call about the deal of a file: checks what the actor may do with the file today. A change also
// locks the row of the file until the transaction ends, and checks again, because rights may have ended during the wait.
import { CRM_DISCONNECTED_REASON } from '@kaiwa/contract/crm-words.ts'
import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import { lockFile } from '../files/store/files.ts'
import type { App } from '../platform/app.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { openSummary } from '../summary/open-for-summary.ts'
import type { SummaryFile } from '../summary/store/files.ts'
import { assertAllowed } from '../tree/policy.ts'
import * as policy from './deals/policy.ts'
import { findConnectedPortal, isConnected, type Place } from './connection/is-connected.ts'
import { findBestRole } from './deals/store/portals.ts'

/** A file that the actor sees, with its transcript if it has one. `readableFile` of summary turns it into a readable one. */
export type CrmFile = SummaryFile

/**
 * Who may read the summary of a file may see its deal. Refuses with E_NOT_FOUND, and with E_FORBIDDEN for who only passes
 * through the folder.
 */
export const openCrmFile = openSummary

/** Refuses with E_CONFLICT (`crm.disconnected`) unless calls to the portal of the workspace may be tried. */
async function assertConnected(place: Place, workspaceId: number): Promise<void> {
  if (!(await isConnected(place, workspaceId))) throw new Refusal('E_CONFLICT', { reason: CRM_DISCONNECTED_REASON })
}

/** For people who may edit the file, while its workspace is connected. */
export async function openCrmFileForEdit(place: Place, actor: Actor, fileId: number): Promise<CrmFile> {
  const file = await openCrmFile(place.db, actor, fileId)
  assertAllowed(policy.edit(file))
  await assertConnected(place, file.workspace_id)
  return file
}

interface OpenFile {
  /** With the rights after the wait for the lock. */
  actor: Actor
  file: CrmFile
}

/** For a change by a person who may edit, also while the workspace is not connected. */
export async function lockCrmFile(trx: Trx, caller: Actor, fileId: number): Promise<OpenFile> {
  await openCrmFile(trx, caller, fileId)
  await lockFile(trx, fileId)
  const actor = await reloadActor(trx, caller)
  const file = await openCrmFile(trx, actor, fileId)
  assertAllowed(policy.edit(file))
  return { actor, file }
}

/** `openCrmFileForEdit` with the lock of the file. */
export async function lockCrmFileForEdit(
  { config, db: trx }: Place & { db: Trx },
  caller: Actor,
  fileId: number,
): Promise<OpenFile> {
  const opened = await lockCrmFile(trx, caller, fileId)
  await assertConnected({ config, db: trx }, opened.file.workspace_id)
  return opened
}

/**
 * The workspace whose portal is asked: of the file that the call names, which the actor must be able to edit, or without
 * one the actor's own as its owner or manager. Whether it is connected is known when its portal is read.
 */
export async function openPortalFor(db: Db | Trx, actor: Actor, fileId: number | undefined): Promise<number> {
  if (fileId === undefined) {
    assertAllowed(policy.readPortal(actor))
    return actor.workspaceId as number
  }
  const file = await openCrmFile(db, actor, fileId)
  assertAllowed(policy.edit(file))
  return file.workspace_id
}

interface AskedPortal {
  fileId: number | undefined
  workspaceId: number
  portalId: string
}

/**
 * The rights of `openPortalFor` after a wait, with the session and the role of now. Refuses also if the call would ask another
 * portal by now: what was read of the former one is not shown. One round trip to the database if the role has not changed.
 */
export async function recheckPortalFor(
  place: Place,
  caller: Actor,
  { fileId, workspaceId, portalId }: AskedPortal,
): Promise<void> {
  const [now, asked, connected] = await Promise.allSettled([
    reloadActor(place.db, caller),
    openPortalFor(place.db, caller, fileId),
    findConnectedPortal(place, workspaceId),
  ])
  const actor = valueOf(now)
  const isSame = actor.workspaceId === caller.workspaceId && actor.workspaceRole === caller.workspaceRole
  const found = isSame ? valueOf(asked) : await openPortalFor(place.db, actor, fileId)
  if (found !== workspaceId || valueOf(connected) !== portalId)
    throw new Refusal('E_CONFLICT', { reason: CRM_DISCONNECTED_REASON })
}

function valueOf<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason
  return result.value
}

interface GateContext {
  app: Pick<App, 'db'>
  actor: Actor
}

/**
 * Gate for calls with `projectFileId` in the body: who may edit no file at all has none to name. The handler checks the
 * file.
 */
export async function mayEditSomeFile(_: unknown, { app, actor }: GateContext): Promise<void> {
  const role = await findBestRole(app.db, actor)
  if (role === 'none') throw new Refusal('E_NOT_FOUND')
  if (role === 'viewer') throw new Refusal('E_FORBIDDEN', { reason: 'role' })
}
