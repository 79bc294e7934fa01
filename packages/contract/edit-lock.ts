import * as z from 'zod'
import { id, instant, integer, person, success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'

/** The lock of a file in editing: its holder, its expiry, and the blocks changed so far. There is at most one lock per file. */
export const editLock = z.object({
  by: person,
  /** Blocks changed since the lock was taken; others cannot tag them. */
  locked_block_uuids: z.array(z.string()),
  /** Expires then, unless it is requested or saved again. */
  until: instant,
  /**
   * Raised each time the lock is taken; a save with an older version is refused if someone else has taken the lock
   * since.
   */
  version: z.int(),
})
export type EditLock = z.infer<typeof editLock>

const ofFile = z.object({ projectId: id, fileId: id })

/**
 * Takes the lock, or extends it and reports changed blocks. Called at edit start and on every change. E_LOCKED contains
 * the other person's `{ lock }`.
 */
export const requestLock = operation({
  name: 'requestLock',
  method: 'POST',
  path: '/projects/{projectId}/files/{fileId}/request-lock',
  access: 'session',
  params: ofFile,
  body: z.object({
    changed_block_uuids: list(z.uuid(), LIMITS.changesPerSave).default([]),
    /** Version of the lock that this tab holds; omitted at edit start. E_CONFLICT once that lock is released or taken over. */
    lock_version: integer.optional(),
    /**
     * True takes over a lock that the same person holds in another tab; false answers E_CONFLICT in that case. If
     * omitted: a call without changed blocks starts an edit and takes over; a call with changed blocks counts as a call
     * of the current holder.
     */
    take_over: z.boolean().optional(),
  }),
  response: z.object({
    lock: editLock,
    /** The database's time, which `until` refers to, independent of the browser's clock. */
    now: instant,
  }),
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_LOCKED'],
})

/** Releases the lock. Idempotent; does nothing if someone else has taken it since. */
export const releaseLock = operation({
  name: 'releaseLock',
  method: 'POST',
  path: '/projects/{projectId}/files/{fileId}/release-lock',
  access: 'session',
  params: ofFile,
  body: z.object({ lock_version: integer.optional() }).optional(),
  response: success,
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})
