import * as z from 'zod'
import { count, id, itemName, page, pageQuery, success } from './fields.ts'
import { file } from './files.ts'
import { scopeQuery } from './folder-scope.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'
import { speaker } from './speakers.ts'
import { block, tagUsage } from './transcripts.ts'

export const DEFAULT_TAG_COLOUR = '#FD6F2C'
/** The eight colours that are offered; any other hex colour is accepted as well. */
export const TAG_COLOURS = [
  DEFAULT_TAG_COLOUR,
  '#E5484D',
  '#F5B82E',
  '#4CAF50',
  '#12A594',
  '#2F8FED',
  '#8E4EC6',
  '#8B8D98',
] as const

export const tag = z.object({
  id: z.int(),
  tag_category_id: z.int(),
  name: z.string(),
  /** Hex colour, `#RRGGBB`. */
  appearance: z.string(),
  /** Position in its category, from 0. */
  display_order: z.int(),
  /** Whether the reader may change and delete it in a file that they may edit. */
  can: z.object({ edit: z.boolean() }),
})
export type Tag = z.infer<typeof tag>

export const tagCategory = z.object({
  id: z.int(),
  name: z.string(),
  display_order: z.int(),
  /** Whether the reader may rename and delete it, and order its tags. */
  can: z.object({ edit: z.boolean() }),
})
export type TagCategory = z.infer<typeof tagCategory>

/** A tagged passage with the data to show and play it. `count` is the number of the tag's passages in the file. */
export const tagBlockUsage = z.object({
  count: z.int(),
  project_file: file.pick({ id: true, title: true, project_id: true }),
  transcript_block: block
    .pick({ id: true, uuid: true, content: true, start_time: true, end_time: true })
    .extend({ offset: z.int(), text: z.string(), tag_uuid: z.string() }),
  tag: tag.omit({ can: true }),
  speaker: speaker.nullable(),
})
export type TagBlockUsage = z.infer<typeof tagBlockUsage>

/** A tagged passage in a folder's list: its place and time, and its text with some of the surrounding text. */
export const tagPassage = z.object({
  project_file: file.pick({ id: true, title: true, project_id: true }),
  block_uuid: z.string(),
  tag_uuid: z.string(),
  /** Seconds: of its first word with a time, otherwise of its block. */
  time: z.number(),
  before: z.string(),
  text: z.string(),
  after: z.string(),
  speaker: speaker.pick({ id: true, name: true, avatar: true }).nullable(),
})
export type TagPassage = z.infer<typeof tagPassage>

/** A passage to tag. Offsets in UTF-16 code units; `tag_uuid` is new and unique to this passage. */
export const tagRange = tagUsage.extend({
  block_uuid: z.uuid(),
  tag_id: id,
  offset: count,
  text: z.string().min(1).max(LIMITS.blockLength),
  tag_uuid: z.uuid(),
  /** The tag was created for this passage. */
  is_new: z.boolean().optional(),
})
export type TagRange = z.output<typeof tagRange>

const refusals = ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_LOCKED'] as const
const taggedBlocks = z.object({
  revision: z.int(),
  blocks: z.array(z.object({ block_uuid: z.string(), tags: z.array(tagUsage) })),
})

function addTags<N extends string>(name: N, path: string) {
  return operation({
    name,
    method: 'POST',
    path,
    access: 'session',
    params: z.object({ id }),
    body: z.object({ ranges: list(tagRange, LIMITS.tagsPerBlock).min(1) }),
    response: taggedBlocks,
    status: 201,
    errors: refusals,
  })
}

/** Tags passages of one block. E_LOCKED if someone else has unsaved changes in that block. */
export const tagPassages = addTags('tagPassages', '/transcripts/{id}/tags')
/** The same for a selection over several blocks: tags all of them or none. */
export const tagPassagesOfBlocks = addTags('tagPassagesOfBlocks', '/transcripts/{id}/tags-multi-blocks')

const untagging = z.object({
  block_id: id.optional(),
  block_uuid: z.uuid().optional(),
  tag_id: id.optional(),
  tag_uuid: z.string().max(LIMITS.tagUuidLength).optional(),
})

/** Removes one tag from one passage, given by `block_id` or `block_uuid`, in the query or in the body. */
export const untagPassage = operation({
  name: 'untagPassage',
  method: 'DELETE',
  path: '/transcripts/{id}/tags',
  access: 'session',
  params: z.object({ id }),
  query: untagging,
  requiredQuery: ['block_uuid', 'tag_uuid'],
  body: untagging.optional(),
  response: taggedBlocks,
  errors: refusals,
})

/** All tags that the caller may use, ordered by category and position. */
export const listTags = operation({
  name: 'listTags',
  method: 'GET',
  path: '/tags/all',
  access: 'session',
  response: z.array(tag),
})

const categoryBody = z.object({ name: itemName })
const ofCategory = z.object({ categoryId: id })

export const listTagCategories = operation({
  name: 'listTagCategories',
  method: 'GET',
  path: '/tags/categories',
  access: 'session',
  response: z.array(tagCategory),
})

export const createTagCategory = operation({
  name: 'createTagCategory',
  method: 'POST',
  path: '/tags/categories',
  access: 'session',
  body: categoryBody,
  response: tagCategory,
  status: 201,
  errors: ['E_FORBIDDEN'],
})

export const renameTagCategory = operation({
  name: 'renameTagCategory',
  method: 'PUT',
  path: '/tags/categories/{categoryId}',
  access: 'session',
  params: ofCategory,
  body: categoryBody,
  response: tagCategory,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})

/** Deletes a category with its tags and their marks. */
export const deleteTagCategory = operation({
  name: 'deleteTagCategory',
  method: 'DELETE',
  path: '/tags/categories/{categoryId}',
  access: 'session',
  params: ofCategory,
  response: success,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})

const appearance = z
  .string()
  .max(7)
  .regex(/^#[0-9a-f]{6}$/i)
  .transform((colour) => colour.toUpperCase())
const newTag = z.object({
  name: itemName,
  appearance: appearance.default(DEFAULT_TAG_COLOUR),
  /** Default: the workspace's first category. */
  tag_category_id: id.optional(),
})
const tagChange = z.object({
  tagId: id,
  name: itemName.optional(),
  appearance: appearance.optional(),
  tag_category_id: id.optional(),
})
const tagToDelete = z.object({ tagId: id.optional() })

// Tags belong to the workspace; they are created and changed from a file or folder that the caller may edit.
const ofFile = { path: '/files/{fileId}/tags', params: z.object({ fileId: id }) } as const
const ofFolder = { path: '/projects/{projectId}/tags', params: z.object({ projectId: id }) } as const
const tagRefusals = ['E_NOT_FOUND', 'E_FORBIDDEN'] as const

const creation = {
  method: 'POST',
  access: 'session',
  body: newTag,
  response: tag,
  status: 201,
  errors: tagRefusals,
} as const
export const createTag = operation({ name: 'createTag', ...ofFile, ...creation })
export const createFolderTag = operation({ name: 'createFolderTag', ...ofFolder, ...creation })

const change = { method: 'PUT', access: 'session', body: tagChange, response: tag, errors: tagRefusals } as const
export const updateTag = operation({ name: 'updateTag', ...ofFile, ...change })
export const updateFolderTag = operation({ name: 'updateFolderTag', ...ofFolder, ...change })

/** Deletes a tag, given in the query or in the body, and all its marks. */
const deletion = {
  method: 'DELETE',
  access: 'session',
  query: tagToDelete,
  requiredQuery: ['tagId'],
  body: tagToDelete.optional(),
  response: success,
  errors: tagRefusals,
} as const
export const deleteTag = operation({ name: 'deleteTag', ...ofFile, ...deletion })
export const deleteFolderTag = operation({ name: 'deleteFolderTag', ...ofFolder, ...deletion })

const inFolder = z.object({ projectId: id })
const ofFileOrAll = z.object({ project_file_id: id.optional() })

/** The tagged passages of a folder, or of one of its files, in reading order. */
export const listTagBlocks = operation({
  name: 'listTagBlocks',
  answer: 'stream',
  method: 'GET',
  path: '/projects/{projectId}/tag-blocks',
  access: 'session',
  params: inFolder,
  query: ofFileOrAll.extend({ tag_id: id.optional() }),
  response: z.array(tagBlockUsage),
  errors: ['E_NOT_FOUND'],
})

/** Number of uses of each tag in a folder, or in one of its files; unused tags are left out. */
export const listTagUsages = operation({
  name: 'listTagUsages',
  method: 'GET',
  path: '/projects/{projectId}/tag-usages',
  access: 'session',
  params: inFolder,
  query: ofFileOrAll.extend({ scope: scopeQuery }),
  response: z.array(z.object({ tag_id: z.int(), count: z.int() })),
  errors: ['E_NOT_FOUND'],
})

/** The passages of one tag in a folder, page by page: newest file first, in reading order within a file. */
export const listTagPassages = operation({
  name: 'listTagPassages',
  method: 'GET',
  path: '/projects/{projectId}/tags/{tagId}/passages',
  access: 'session',
  params: inFolder.extend({ tagId: id }),
  query: z.object({ scope: scopeQuery, page: pageQuery }),
  response: page(tagPassage),
  errors: ['E_NOT_FOUND'],
})

/** Moves a tag to a position (from 0) in its own or another category. */
export const moveTag = operation({
  name: 'moveTag',
  method: 'POST',
  path: '/tags/update-display-order',
  access: 'session',
  body: z.object({
    src_category_id: id,
    src_tag_index: count,
    des_category_id: id,
    des_tag_index: count,
  }),
  response: success,
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT'],
})
