// The first step of every call about the deal of a file: checks what the actor may do with the file today. A change also
// locks the row of the file until the transaction ends, and checks again, because rights may have ended during the wait.
import { CRM_DISCONNECTED_REASON } from '@kaiwa/contract/crm-words.ts'
import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import { lockFile } from '../files/store/files.ts'
import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
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

/** `openCrmFileForEdit` after a wait, with the session and the role of now. */
export async function recheckCrmFile(place: Place, caller: Actor, fileId: number): Promise<CrmFile> {
  return openCrmFileForEdit(place, await reloadActor(place.db, caller), fileId)
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

interface AskedPortal {
  workspaceId: number
  portalId: string
}

async function findPortalFor(place: Place, actor: Actor, fileId: number | undefined): Promise<AskedPortal> {
  let workspaceId = actor.workspaceId as number
  if (fileId === undefined) assertAllowed(policy.readPortal(actor))
  else {
    const file = await openCrmFile(place.db, actor, fileId)
    assertAllowed(policy.edit(file))
    workspaceId = file.workspace_id
  }
  const portalId = await findConnectedPortal(place, workspaceId)
  if (portalId === null) throw new Refusal('E_CONFLICT', { reason: CRM_DISCONNECTED_REASON })
  return { workspaceId, portalId }
}

/**
 * The workspace whose portal is asked: of the file that the call names, which the actor must be able to edit, or without
 * one the actor's own as its owner or manager.
 */
export async function openPortalFor(place: Place, actor: Actor, fileId: number | undefined): Promise<number> {
  return (await findPortalFor(place, actor, fileId)).workspaceId
}

/**
 * `openPortalFor` after a wait, with the session and the role of now. Refuses also if the call would ask another portal by
 * now: what was read of the former one is not shown.
 */
export async function recheckPortalFor(
  place: Place,
  caller: Actor,
  { fileId, workspaceId, portalId }: AskedPortal & { fileId: number | undefined },
): Promise<void> {
  const now = await findPortalFor(place, await reloadActor(place.db, caller), fileId)
  if (now.workspaceId !== workspaceId || now.portalId !== portalId)
    throw new Refusal('E_CONFLICT', { reason: CRM_DISCONNECTED_REASON })
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
