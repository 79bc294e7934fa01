import * as z from 'zod'
import { instant, person } from './fields.ts'
import { roleId } from './role-assignment.ts'

/** The reader's abilities for an item; the browser uses these and never re-implements a rule. */
export const itemAbilities = z.object({
  rename: z.boolean(),
  move: z.boolean(),
  delete: z.boolean(),
  create_folder: z.boolean(),
  upload: z.boolean(),
  view_members: z.boolean(),
  invite: z.boolean(),
})
export type ItemAbilities = z.infer<typeof itemAbilities>

/** A folder's own page also shows what its files share. */
export const projectAbilities = itemAbilities.extend({
  /** Recording into the folder, from the header. */
  record: z.boolean(),
  edit_speakers: z.boolean(),
  edit_tags: z.boolean(),
  export_report: z.boolean(),
})
export type ProjectAbilities = z.infer<typeof projectAbilities>

const itemFields = z.object({
  id: z.int(),
  creator_id: z.int().nullable(),
  parent_id: z.int().nullable(),
  /** Ids from the root to this item, joined by underscore. */
  path: z.string(),
  /** Id of the project (folder) or file that this item is. */
  resource_id: z.int(),
  created_at: instant,
  updated_at: instant,
  is_project: z.boolean(),
  is_root_item: z.boolean(),
  role_ids: z.array(roleId),
  key: z.string(),
  name: z.string(),
  creator: person.nullable(),
  can: itemAbilities,
})

export type Item = z.infer<typeof itemFields> & { children: Item[] }
export const item: z.ZodType<Item> = itemFields.extend({
  get children(): z.ZodArray<z.ZodType<Item>> {
    return z.array(item)
  },
})

/** All folders that the reader sees, and what is new or shared in them. */
export const tree = z.object({
  /** Top nodes, folders only, nested by `children`. */
  all_items: z.array(item),
  /** Resource ids of folders that are the reader's own. */
  project_ids_with_owner: z.array(z.int()),
  /** Resource ids of folders with roles assigned on them. */
  shared_folder_ids: z.array(z.int()),
  /** Items with something new in them for the reader. */
  unread_item_ids: z.array(z.int()),
})
export type Tree = z.infer<typeof tree>
