import * as z from 'zod'
import { id, instant, integer, person, success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'

/** Who edits a file, until when, and what of it was changed so far. There is at most one lock per file. */
export const editLock = z.object({
  by: person,
  /** Blocks changed since the lock was taken: nobody else tags them. */
  locked_block_uuids: z.array(z.string()),
  /** Ends then unless requested or saved again. */
  until: instant,
  /** Raised whenever the lock is taken anew; a save of an older version is refused once somebody took it since. */
  version: z.int(),
})
export type EditLock = z.infer<typeof editLock>

const ofFile = z.object({ projectId: id, fileId: id })

/**
 * Takes the lock, or keeps it and tells what changed: on edit start and on every change. E_LOCKED carries the other's
 * `{ lock }`.
 */
export const requestLock = operation({
  name: 'requestLock',
  method: 'POST',
  path: '/projects/{projectId}/files/{fileId}/request-lock',
  access: 'session',
  params: ofFile,
  body: z.object({
    changed_block_uuids: list(z.uuid(), LIMITS.changesPerSave).default([]),
    /** Version of the lock that this tab holds; left out on edit start. */
    lock_version: integer.optional(),
    /**
     * True takes a lock over that the same person holds in another tab; false answers E_CONFLICT then. Left out, a call
     * that tells of no change begins to edit and takes over, one that does is taken for the holder's.
     */
    take_over: z.boolean().optional(),
  }),
  response: z.object({
    lock: editLock,
    /** The database's clock: `until` counts from it, whatever the browser's clock says. */
    now: instant,
  }),
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_LOCKED'],
})

/** Gives the lock back. Idempotent; a lock that somebody else took since is left alone. */
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
