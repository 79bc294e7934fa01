// Finds folders, files, members, speakers and tags by name for the palette. Each query follows the access rule of the
// page that lists these rows. Names that begin with the words come first.
import { FOUND_ROWS } from '@kaiwa/contract/search-everywhere.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { PersonRow } from '../../accounts/person.ts'
import { fileRows } from '../../files/store/files.ts'
import type { HomeRow } from '../../files/store/home.ts'
import type { Db } from '../../platform/database/database.ts'
import { visibleTags } from '../../tags/store/tags.ts'
import { pathIds, visibleItems } from '../../tree/store/access.ts'
import { nameBegins, nameContains } from '../../tree/store/name-search.ts'
import { shownName } from '../../tree/store/shown-name.ts'

/** Path of the root of the actor's workspace; undefined without one. Its visibility is not checked. */
export async function findRootPath(db: Db, { workspaceId }: Actor): Promise<string | undefined> {
  const root = await db
    .selectFrom('items')
    .select('path')
    .where('workspace_id', '=', workspaceId ?? -1)
    .where('parent_id', 'is', null)
    .where('trash_id', 'is', null)
    .executeTakeFirst()
  return root?.path
}

interface FolderRow {
  id: number
  name: string
  path: string[]
}

/** Folders by name. The path contains only folders that the actor sees. */
export async function findNamedFolders(db: Db, actor: Actor, words: string): Promise<FolderRow[]> {
  const name = shownName(actor, 'folder')
  const { rows } = await sql<FolderRow>`
    with seen as materialized (
      select item.id, item.path, folder.id as folder_id, ${name} as name
      from ${visibleItems(db, actor)} item join projects folder on folder.item_id = item.id
    )
    select seen.folder_id as id, seen.name, coalesce((
      select array_agg(above.name order by length(above.path)) from seen above
      where above.id = any(${pathIds(sql.ref('seen.path'))}) and above.id <> seen.id), '{}') as path
    from seen where ${nameContains(sql.ref('seen.name'), words)}
    order by ${nameBegins(sql.ref('seen.name'), words)} desc, seen.name collate natural_order, seen.folder_id
    limit ${FOUND_ROWS}
  `.execute(db)
  return rows
}

/** Files by title, last updated first, with the name of their folder. */
export function findNamedFiles(db: Db, actor: Actor, words: string): Promise<HomeRow[]> {
  const title = shownName(actor, 'file', 'title')
  return fileRows(db, actor)
    .innerJoin('projects as folder', 'folder.id', 'file.project_id')
    .select(shownName(actor, 'folder').as('folder_name'))
    .where('file.workspace_id', '=', actor.workspaceId ?? -1)
    .where(nameContains(title, words))
    .orderBy(nameBegins(title, words), 'desc')
    .orderBy('file.last_updated_at', 'desc')
    .orderBy('file.id', 'desc')
    .limit(FOUND_ROWS)
    .$castTo<HomeRow>()
    .execute()
}

/** Members of the workspace by name, in either order, or by address. The caller checks that the actor may see them. */
export async function findNamedMembers(
  db: Db,
  workspaceId: number,
  words: string,
): Promise<(PersonRow & { email: string })[]> {
  const joined = words.replaceAll(/\s/g, '')
  const names = sql`users.last_name || users.first_name || ' ' || users.first_name || users.last_name || ' ' || users.email`
  return db
    .selectFrom('workspace_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.avatar', 'users.email'])
    .where('member.workspace_id', '=', workspaceId)
    .where(nameContains(names, joined))
    .orderBy(nameBegins(names, joined), 'desc')
    .orderBy(sql`(users.last_name || ' ' || users.first_name) collate natural_order`)
    .orderBy('users.id')
    .limit(FOUND_ROWS)
    .execute()
}

interface SpeakerRow {
  id: number
  name: string
  avatar: string | null
  folder: { id: number; name: string }
}

/**
 * Speakers by name, as the list of a folder shows them: those of the folders that the actor has a role on, and those who
 * speak in a file that the actor sees. Unnamed automatic speakers are left out: every file has a 'Speaker 1'.
 */
export async function findNamedSpeakers(db: Db, actor: Actor, words: string): Promise<SpeakerRow[]> {
  const name = shownName(actor, 'speaker')
  const { rows } = await sql<SpeakerRow>`
    with folders as materialized (
      select projects.id, item.role, ${shownName(actor, 'projects')} as name
      from ${visibleItems(db, actor)} item join projects on projects.item_id = item.id
    ), single_files as materialized (
      select transcripts.id, folders.id as project_id
      from ${visibleItems(db, actor)} item
      join files on files.item_id = item.id
      join folders on folders.id = files.project_id and folders.role is null
      join transcripts on transcripts.file_id = files.id
    )
    select speaker.id, ${name} as name, speaker.avatar, own.folder
    from speakers speaker cross join lateral (
      select json_build_object('id', folders.id, 'name', folders.name) as folder
      from project_speakers member join folders on folders.id = member.project_id
      where member.speaker_id = speaker.id and (folders.role is not null or (speaker.id, folders.id) in (
        select blocks.speaker_id, single_files.project_id
        from single_files join blocks on blocks.transcript_id = single_files.id))
      order by folders.role is null, folders.id limit 1) own
    where speaker.workspace_id = ${actor.workspaceId ?? -1} and speaker.merged_into is null
      and (speaker.is_manual or speaker.last_edited_at is not null)
      and ${nameContains(name, words)}
    order by ${nameBegins(name, words)} desc, ${name} collate natural_order, speaker.id
    limit ${FOUND_ROWS}
  `.execute(db)
  return rows
}

interface TagRow {
  id: number
  name: string
  appearance: string
  category: string
  project_id: number
}

/** The folders that the actor sees. */
function folders(db: Db, actor: Actor) {
  return sql`${visibleItems(db, actor)} item join projects on projects.item_id = item.id`
}

/**
 * Selects a folder whose page shows the passages of a tag: the root if the actor has a role on it, otherwise the folder
 * of the newest visible file with the tag, otherwise any visible folder.
 */
function folderOfTag(db: Db, actor: Actor, tagId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce(
    (select projects.id from ${folders(db, actor)} where item.parent_id is null and item.role is not null),
    (select files.project_id from block_tags mark
      join transcripts on transcripts.id = mark.transcript_id
      join files on files.id = transcripts.file_id
      join ${visibleItems(db, actor)} item on item.id = files.item_id
      where mark.tag_id = ${tagId} order by files.id desc limit 1),
    (select projects.id from ${folders(db, actor)} order by item.id limit 1))`
}

/**
 * Tags by name. A guest who sees no folder yet has no page that shows their own tags, and finds none. Folders are searched
 * for the shown tags only.
 */
export function findNamedTags(db: Db, actor: Actor, words: string): Promise<TagRow[]> {
  const found = visibleTags(db, actor, { isList: true })
    .innerJoin('tag_categories', 'tag_categories.id', 'tags.tag_category_id')
    .select(['tags.id', 'tags.name', 'tags.appearance'])
    .select(shownName(actor, 'tag_categories').as('category'))
    .select(
      sql`row_number() over (order by ${nameBegins(sql.ref('tags.name'), words)} desc,
      tags.name collate natural_order, tags.id)`.as('place'),
    )
    .where(nameContains(sql.ref('tags.name'), words))
    .where(sql<SqlBool>`exists (select from ${folders(db, actor)})`)
    .orderBy('place')
    .limit(FOUND_ROWS)
  return db
    .selectFrom(found.as('found'))
    .select(['found.id', 'found.name', 'found.appearance', 'found.category'])
    .select(folderOfTag(db, actor, sql.ref('found.id')).as('project_id'))
    .orderBy('found.place')
    .execute()
}
