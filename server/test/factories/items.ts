// Folders and files for tests and seeds, created in an existing folder or an owner's root.
import { randomUUID } from 'node:crypto'
import type { FileStatus } from '@kaiwa/contract/files.ts'
import type { ROLE } from '@kaiwa/contract/roles.ts'
import { type Insertable, sql } from 'kysely'
import { recordUsage } from '../../billing/record-usage.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Files } from '../../platform/database/schema.gen.ts'
import { insertItem } from '../../tree/store/items.ts'
import type { TestOwner, TestUser } from './users.ts'

export interface TestFolder {
  itemId: number
  projectId: number
  workspaceId: number
  name: string
}
export interface TestFile {
  id: number
  itemId: number
  projectId: number
  workspaceId: number
  videoId: string
}

/** An owner's root as a folder. */
export function rootOf(owner: TestOwner): TestFolder {
  return {
    itemId: owner.rootItemId,
    projectId: owner.rootProjectId,
    workspaceId: owner.workspaceId,
    name: 'ワークスペース',
  }
}

let count = 0

export function createFolder(
  db: Db,
  parent: TestFolder,
  { creator, name = `フォルダ${(count += 1)}` }: { creator: Pick<TestUser, 'id'>; name?: string },
): Promise<TestFolder> {
  return db.transaction().execute(async (trx) => {
    const item = await insertItem(trx, { parentId: parent.itemId, isProject: true, creatorId: creator.id })
    const { id } = await trx
      .insertInto('projects')
      .values({ item_id: item.id, workspace_id: item.workspace_id, name, last_updated_by: creator.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { itemId: item.id, projectId: id, workspaceId: item.workspace_id, name }
  })
}

export type FileOptions = Partial<
  Omit<Insertable<Files>, 'item_id' | 'project_id' | 'workspace_id' | 'created_by' | 'status'>
> & { creator: Pick<TestUser, 'id'>; status?: FileStatus }

/** Creates a processed file of 10 MB unless `columns` differ; its storage is in the ledger. */
export function createFile(db: Db, folder: TestFolder, { creator, ...columns }: FileOptions): Promise<TestFile> {
  return db.transaction().execute(async (trx) => {
    const item = await insertItem(trx, { parentId: folder.itemId, isProject: false, creatorId: creator.id })
    const title = columns.title ?? `録音${(count += 1)}`
    const file = await trx
      .insertInto('files')
      .values({
        title,
        file_name: `${title}.mp4`,
        video_id: randomUUID(),
        is_audio: false,
        status: 'processed',
        original_size: 10 * 1_048_576,
        duration: 60,
        is_playable: true,
        has_thumbnail: true,
        thumbnail_count: 36,
        last_updated_by: creator.id,
        ...columns,
        item_id: item.id,
        project_id: folder.projectId,
        workspace_id: item.workspace_id,
        created_by: creator.id,
      })
      .returning(['id', 'video_id', 'original_size'])
      .executeTakeFirstOrThrow()
    await recordUsage(trx, {
      workspaceId: item.workspace_id,
      userId: creator.id,
      fileId: file.id,
      kind: 'storage',
      amount: file.original_size,
      cause: `file:${file.id}:original`,
    })
    return {
      id: file.id,
      itemId: item.id,
      projectId: folder.projectId,
      workspaceId: item.workspace_id,
      videoId: file.video_id,
    }
  })
}

/** Creates many files of 1 MB in one statement, for tests of a full folder. Writes no ledger entries. */
export async function fillFolder(
  db: Db,
  { itemId, projectId }: TestFolder,
  { creator, count: files }: { creator: Pick<TestUser, 'id'>; count: number },
): Promise<void> {
  await sql`
    with place as (
      insert into items (id, workspace_id, parent_id, path, depth, is_project, creator_id) overriding system value
      select made.id, parent.workspace_id, parent.id, parent.path || '_' || made.id, parent.depth + 1, false, ${creator.id}
      from items parent, lateral (
        select nextval(pg_get_serial_sequence('items', 'id'))::integer as id from generate_series(1, ${files}::integer)) made
      where parent.id = ${itemId}
      returning id, workspace_id)
    insert into files (item_id, project_id, workspace_id, title, file_name, video_id, is_audio, status, original_size)
    select id, ${projectId}, workspace_id, '録音' || id, id || '.mp3', gen_random_uuid(), true, 'processed', 1048576
    from place
  `.execute(db)
}

/** Gives a user a role on an item, or (null) stops the inheritance there. */
export async function assign(
  db: Db,
  { itemId }: { itemId: number },
  user: Pick<TestUser, 'id'>,
  role: typeof ROLE.owner | typeof ROLE.editor | typeof ROLE.viewer | null,
): Promise<void> {
  await sql`
    insert into item_roles (item_id, workspace_id, user_id, role_id, is_excluded)
    select id, workspace_id, ${user.id}, ${role}, ${role === null} from items where id = ${itemId}
    on conflict (item_id, user_id) do update set role_id = excluded.role_id, is_excluded = excluded.is_excluded
  `.execute(db)
}
