// The first step of every change to a transcript: checks that the actor sees and may edit the file, locks the file's
// row until the transaction ends. Then checks of the edit lock and of the caller's revision, each with its refusal.
import type { FileStatus } from '@kaiwa/contract/files.ts'
import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import { pipelined } from '../platform/database/pipelined.ts'
import { Refusal } from '../platform/refusal.ts'
import { assertAllowed } from '../tree/policy.ts'
import { edit } from './policy.ts'
import { presentLock } from './lock/edit-lock.ts'
import { releaseLostLock } from './lock/release-lost-locks.ts'
import {
  type EditableFile,
  type EditTarget,
  findEditableFile,
  findEditState,
  lockEditableFile,
  lockFreeFile,
  type LockRow,
} from './store/edit-access.ts'
import { findChangedUuids } from './store/journal.ts'

export interface Editing {
  transcriptId: number
  /** The current revision. */
  revision: number
  /** Length of the text of all blocks in UTF-16 code units. */
  textLength: number
  /** Language of the recording; null if unknown. */
  language: string | null
  file: { id: number; title: string; project_id: number }
  workspaceId: number
  /** Null if the lock was never taken. */
  lock: LockRow | null
}

/** Refuses with E_NOT_FOUND, E_FORBIDDEN (role) and E_CONFLICT (state: not processed). */
export const assertEditable: (file: EditableFile | undefined) => asserts file is EditableFile = (file) => {
  if (!file) throw new Refusal('E_NOT_FOUND')
  assertAllowed(edit(file, { status: file.status as FileStatus }))
}

/** Refuses like `assertEditable`, and also when the transcript itself is not complete. */
export async function openForEdit(trx: Trx, actor: Actor, target: EditTarget): Promise<Editing> {
  if ('transcriptId' in target)
    return (await openAndRead(trx, actor, target.transcriptId, async () => undefined)).editing
  const free = 'blockUuid' in target ? undefined : await lockFreeFile(trx, actor, target)
  const file = free ?? (await lockEditableFile(trx, actor, target))
  assertEditable(file)
  return openLocked(trx, actor, file, {
    isFree: free !== undefined,
    state: await findEditState(trx, actor, file.transcript_id),
  })
}

/**
 * The same for a transcript that the caller names, with what `read` returns of its locked state: it shares the wait for the
 * database with the lock. Its result is not used when the call is refused.
 */
export async function openAndRead<T>(
  trx: Trx,
  actor: Actor,
  transcriptId: number,
  read: (trx: Trx) => Promise<T>,
): Promise<{ editing: Editing; found: T }> {
  const target = { transcriptId }
  const [free, state, found] = await pipelined(trx, (at) =>
    Promise.all([lockFreeFile(at, actor, target), findEditState(at, actor, transcriptId), read(at)]),
  )
  if (free) return { editing: await openLocked(trx, actor, free, { isFree: true, state }), found }
  const file = await lockEditableFile(trx, actor, target)
  assertEditable(file)
  // Read again: the other transaction may have changed it.
  const [newState, newlyFound] = await pipelined(trx, (at) =>
    Promise.all([findEditState(at, actor, transcriptId), read(at)]),
  )
  return { editing: await openLocked(trx, actor, file, { isFree: false, state: newState }), found: newlyFound }
}

interface Locked {
  /** No other transaction held the file's row. */
  isFree: boolean
  /** Read after the row was locked. */
  state: Awaited<ReturnType<typeof findEditState>>
}

async function openLocked(trx: Trx, actor: Actor, file: EditableFile, { isFree, state }: Locked): Promise<Editing> {
  assertEditable(file)
  if (!state) throw new Refusal('E_NOT_FOUND')
  const { revision, textLength, language, status, isActorCurrent, lock: found } = state
  // After a wait, the snapshot of the first query and the actor of the request may be outdated.
  if (!isFree || !isActorCurrent)
    assertEditable(await findEditableFile(trx, await reloadActor(trx, actor), { transcriptId: file.transcript_id }))
  if (status !== 'completed') throw new Refusal('E_CONFLICT', { reason: 'state' })
  const where = { transcriptId: file.transcript_id, fileId: file.file_id, itemId: file.item_id }
  const lock = await releaseLostLock(trx, found, actor.id, where)
  return {
    transcriptId: file.transcript_id,
    revision,
    textLength,
    language,
    file: { id: file.file_id, title: file.title, project_id: file.project_id },
    workspaceId: file.workspace_id,
    lock,
  }
}

/** Refuses with E_CONFLICT when a block has changed since the caller's revision. */
export async function assertUnchangedSince(
  trx: Trx,
  { transcriptId, revision: last }: Editing,
  revision: number | undefined,
  uuids: readonly string[],
): Promise<void> {
  // The caller has the latest revision: no block can have changed.
  if (revision === undefined || revision === last) return
  const touched = await findChangedUuids(trx, transcriptId, revision, uuids)
  if (touched.length > 0) throw new Refusal('E_CONFLICT', { reason: 'revision', block_uuids: touched.slice(0, 100) })
}

type Caller = Pick<Actor, 'id'>

/**
 * For changes that need the whole file: speakers, merges, sections, saves. Refuses with E_LOCKED and the lock while
 * another person holds it.
 */
export function assertFileNotLocked(lock: LockRow | null, actor: Caller): void {
  if (lock?.is_held && lock.user_id !== actor.id) throw new Refusal('E_LOCKED', { lock: presentLock(lock) })
}

/** For tags: refuses with E_LOCKED when another lock holder has changed one of these blocks. */
export function assertBlocksNotLocked(lock: LockRow | null, actor: Caller, uuids: Iterable<string>): void {
  const locked = new Set(lock?.is_held && lock.user_id !== actor.id ? lock.block_uuids : [])
  for (const uuid of uuids) if (locked.has(uuid)) throw new Refusal('E_LOCKED', { lock: presentLock(lock) })
}

interface ClientVersion {
  lock_version?: number | undefined
  revision?: number | undefined
}

/**
 * Checks that a save may be applied. E_LOCKED: another person holds the lock. E_CONFLICT: the lock was taken since,
 * possibly by another tab of the same person. A save after the lock's expiry is accepted if no one has taken it since.
 * Without `lock_version` and `revision`, the caller must be the last holder, because the age of their text is unknown.
 * `is_own`: the conflict was caused by the same person, in another tab or by an import.
 */
export function assertLockVersion(
  lock: LockRow | null,
  actor: Caller,
  { lock_version, revision }: ClientVersion,
): void {
  assertFileNotLocked(lock, actor)
  const isOwn = lock?.user_id === actor.id
  const isLost =
    lock_version === undefined
      ? lock !== null && !isOwn && revision === undefined
      : !isOwn || lock.version !== lock_version
  if (isLost) throw new Refusal('E_CONFLICT', { reason: 'lock', lock: presentLock(lock), is_own: isOwn })
}

interface GateContext {
  app: Pick<App, 'db'>
  actor: Actor
}

async function assertMayEdit({ app, actor }: GateContext, target: EditTarget): Promise<void> {
  assertEditable(await findEditableFile(app.db, actor, target))
}

/**
 * Gate for operations under `transcripts/{id}` that change the transcript: the checks of `openForEdit` without its row
 * lock.
 */
export function mayEditTranscript({ params }: { params: { id: number } }, context: GateContext): Promise<void> {
  return assertMayEdit(context, { transcriptId: params.id })
}

/** The same for operations that name the file. */
export function mayEditFile(
  { params }: { params: { fileId: number; projectId?: number } },
  context: GateContext,
): Promise<void> {
  return assertMayEdit(context, params)
}
