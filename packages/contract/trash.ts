import * as z from 'zod'
import { id, instant, page, pageQuery, person, success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'

/** A deleted file, or folder with its content, that can be restored. */
export const trashedItem = z.object({
  item_id: z.int(),
  is_project: z.boolean(),
  is_audio: z.boolean(),
  name: z.string(),
  /** Names of its former parent folders, from the root down; current names for folders that still exist. */
  place: z.array(z.string()),
  /**
   * The former folder no longer exists: a folder is restored to the root, a file into a folder with the former name
   * there.
   */
  is_place_gone: z.boolean(),
  deleted_by: person.nullable(),
  deleted_at: instant,
  /** Whole days until it is deleted for good, including the current day. */
  days_left: z.int(),
})
export type TrashedItem = z.infer<typeof trashedItem>

/** Most recently deleted first. */
export const listTrash = operation({
  name: 'listTrash',
  method: 'GET',
  path: '/trash',
  access: 'session',
  query: z.object({ page: pageQuery }),
  response: page(trashedItem),
  errors: ['E_FORBIDDEN'],
})

/** Restores all of these or none. The person who deleted them may do so for a few minutes as an undo. */
export const restoreItems = operation({
  name: 'restoreItems',
  method: 'POST',
  path: '/trash/restore',
  access: 'session',
  body: z.object({ item_ids: list(id, LIMITS.itemsPerCall).min(1) }),
  response: z.object({
    /** The folders that contain them now. */
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
