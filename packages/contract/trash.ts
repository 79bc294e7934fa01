import * as z from 'zod'
import { id, instant, page, pageQuery, person, success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'

/** A folder with everything in it, or a file, that was deleted and can be brought back. */
export const trashedItem = z.object({
  item_id: z.int(),
  is_project: z.boolean(),
  is_audio: z.boolean(),
  name: z.string(),
  /** Names of the folders in which it stood, from the root downwards; as they are called now while they are there. */
  place: z.array(z.string()),
  /** That folder is gone: restoring leads to the root, a file into a folder of that name there. */
  is_place_gone: z.boolean(),
  deleted_by: person.nullable(),
  deleted_at: instant,
  /** Whole days until it goes for good, the one that has begun included. */
  days_left: z.int(),
})
export type TrashedItem = z.infer<typeof trashedItem>

/** What was deleted last comes first. */
export const listTrash = operation({
  name: 'listTrash',
  method: 'GET',
  path: '/trash',
  access: 'session',
  query: z.object({ page: pageQuery }),
  response: page(trashedItem),
  errors: ['E_FORBIDDEN'],
})

/** Brings all of these back or none. Whoever deleted them may do so for a few minutes, as an undo. */
export const restoreItems = operation({
  name: 'restoreItems',
  method: 'POST',
  path: '/trash/restore',
  access: 'session',
  body: z.object({ item_ids: list(id, LIMITS.itemsAtOnce).min(1) }),
  response: z.object({
    /** The folders in which they stand now. */
    folders: z.array(z.object({ id: z.int(), item_id: z.int(), name: z.string() })),
    unread_item_ids: z.array(z.int()),
  }),
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'PROJECT_MAX_NUMBER_OF_FILE_EXCEEDED'],
})

export const deleteForever = operation({
  name: 'deleteForever',
  method: 'DELETE',
  path: '/trash/{itemId}',
  access: 'session',
  params: z.object({ itemId: id }),
  response: success,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})

export const emptyTrash = operation({
  name: 'emptyTrash',
  method: 'DELETE',
  path: '/trash',
  access: 'session',
  response: success,
  errors: ['E_FORBIDDEN'],
})
