import * as z from 'zod'
import { deletion, flag, id, instant, itemName, page, pageQuery, person } from './fields.ts'
import { file } from './files.ts'
import { item, itemAbilities, projectAbilities, tree } from './items.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'
import { roleId } from './role-assignment.ts'
import { searchWords } from './search.ts'
import { speaker } from './speakers.ts'

/** A folder, called a project in the specification. `id` is the item's `resource_id`. */
export const project = z.object({
  id: z.int(),
  item_id: z.int(),
  name: z.string(),
  project_speakers: z.array(speaker),
  role_ids: z.array(roleId),
  is_root_item: z.boolean(),
  /** Level below the root, which is 0. */
  depth: z.int(),
  /** From the root (or the topmost folder visible to the reader) to this folder. */
  breadcrumb: z.array(z.object({ id: z.int(), item_id: z.int(), name: z.string() })),
  can: projectAbilities,
})
export type Project = z.infer<typeof project>

export const listProjects = operation({
  name: 'listProjects',
  method: 'GET',
  path: '/projects',
  access: 'session',
  query: z.object({ query: z.string().max(200).optional(), page: pageQuery }),
  response: page(project),
})

export const getTree = operation({
  name: 'getTree',
  method: 'GET',
  path: '/tree',
  access: 'session',
  response: tree,
})

export const getProject = operation({
  name: 'getProject',
  method: 'GET',
  path: '/projects/{id}',
  access: 'session',
  params: z.object({ id }),
  /** `speakers=0` leaves `project_speakers` empty: there are as many as were recorded. `unread=1` asks what is still new. */
  query: z.object({ speakers: flag(true), unread: flag(false) }),
  response: project.extend({
    /** Items that are still unread after this folder was opened; only if requested. */
    unread_item_ids: z.array(z.int()).optional(),
  }),
  errors: ['E_NOT_FOUND'],
})

export const createFolder = operation({
  name: 'createFolder',
  method: 'POST',
  path: '/items/{id}',
  access: 'session',
  params: z.object({ id }),
  body: z.object({ name: itemName }),
  response: item,
  status: 201,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'ITEM_MAX_FOLDER_LEVEL', 'PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE'],
})

export const renameItem = operation({
  name: 'renameItem',
  method: 'PUT',
  path: '/items/{id}',
  access: 'session',
  params: z.object({ id }),
  body: z.object({ name: itemName }),
  response: item,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})

export const deleteItem = operation({
  name: 'deleteItem',
  method: 'DELETE',
  path: '/items/{id}',
  access: 'session',
  params: z.object({ id }),
  response: deletion,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})

export const moveItems = operation({
  name: 'moveItems',
  method: 'POST',
  path: '/items/{id}/move/{destinationId}',
  access: 'session',
  params: z.object({ id, destinationId: id }),
  body: z.object({ target_item_ids: list(id, LIMITS.itemsPerCall).min(1) }),
  response: z.object({ items: z.array(item), unread_item_ids: z.array(z.int()) }),
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'ITEM_MAX_FOLDER_LEVEL', 'PROJECT_MAX_NUMBER_OF_FILE_EXCEEDED'],
})

/** A folder as a row of its parent's table. Sizes in MB, of all its content. */
export const folderRow = z.object({
  id: z.int(),
  is_project: z.literal(true),
  item_id: z.int(),
  title: z.string(),
  name: z.string(),
  total_size: z.number(),
  original_size: z.number(),
  last_updated_by: person.nullable(),
  last_updated_at: instant,
  role_ids: z.array(roleId),
  can: itemAbilities,
})
export type FolderRow = z.infer<typeof folderRow>

/** A file as a row of its folder's table. */
export const fileRow = file.extend({
  /** Number of people who speak in the transcript. */
  speaker_count: z.int(),
  /** The first names of speakers that people gave. */
  speaker_names: z.array(z.string()),
})
export type FileRow = z.infer<typeof fileRow>

export const fileTableRow = z.discriminatedUnion('is_project', [folderRow, fileRow])
export type FileTableRow = z.infer<typeof fileTableRow>

export const fileOrder = z.enum([
  'name',
  '-name',
  'last_updated_by',
  '-last_updated_by',
  'last_updated_at',
  '-last_updated_at',
  'total_size',
  '-total_size',
  'original_size',
  '-original_size',
])

export const listFiles = operation({
  name: 'listFiles',
  method: 'GET',
  path: '/projects/{id}/files',
  access: 'session',
  params: z.object({ id }),
  query: z.object({
    /** Searches names and transcripts below the folder; each file then has its hits in `metadata`. */
    query: searchWords.optional(),
    page: pageQuery,
    order_by: fileOrder.default('-last_updated_at'),
  }),
  response: page(fileTableRow),
  errors: ['E_NOT_FOUND'],
})
