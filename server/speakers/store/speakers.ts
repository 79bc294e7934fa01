// Speakers as rows: those of the folders that the actor sees, and writes of single speakers.
import { makeProductName, type StoredName } from '@kaiwa/contract/product-names.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { visibleItems } from '../../tree/store/access.ts'
import { keyAfterRename, type NameReader, shownName } from '../../tree/store/shown-name.ts'
import type { EffectiveRole } from '../../tree/policy.ts'
import { speakerAbilities } from '../policy.ts'

type Row = Omit<Speaker, 'last_edited_at' | 'can' | 'pivot'> & {
  last_edited_at: Date | null
  /** The reader's roles in the folders of the speaker. */
  roles: (EffectiveRole | null)[]
  is_in_editable_file: boolean
}

function presentSpeaker(row: Row): Speaker {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    avatar: row.avatar,
    is_manual: row.is_manual,
    project_ids: row.project_ids,
    project_file_ids: row.project_file_ids,
    last_edited_at: row.last_edited_at?.toISOString() ?? null,
    can: speakerAbilities(row, row),
  }
}

function columns(actor: Actor) {
  return sql`speaker.id, ${shownName(actor, 'speaker')} as name, speaker.description, speaker.avatar, speaker.is_manual, speaker.last_edited_at`
}

const rolesOfSpeaker = sql`array(
  select distinct folders.role from project_speakers member join folders on folders.id = member.project_id
  where member.speaker_id = speaker.id)`

/**
 * Whether a speaker of the table `speaker` speaks in a file that the actor was invited to as its editor. Only guests are
 * invited to a file without its folder; the roles of others are those in its folders.
 */
export function speaksInFileOfEditor(actor: Actor, speaker: 'speaker' | 'page') {
  if (actor.workspaceRole !== ROLE.guest) return sql<boolean>`false`
  return sql<boolean>`exists (
    select from item_roles own
    join items on items.id = own.item_id and items.trash_id is null and items.workspace_id = ${actor.workspaceId}
    join files on files.item_id = items.id
    join transcripts on transcripts.file_id = files.id
    join blocks on blocks.transcript_id = transcripts.id and blocks.speaker_id = ${sql.ref(`${speaker}.id`)}
    where own.user_id = ${actor.id} and own.role_id <= ${ROLE.editor})`
}

// A speaker's transcripts are found by jumping through the index from one to the next, not by reading every block.
const transcriptsOfSpeaker = sql`
  with recursive seen as (
    (select transcript_id from blocks where speaker_id = speaker.id order by transcript_id limit 1)
    union all
    select (
      select next.transcript_id from blocks next
      where next.speaker_id = speaker.id and next.transcript_id > seen.transcript_id
      order by next.transcript_id limit 1)
    from seen where seen.transcript_id is not null
  ) select transcript_id from seen where transcript_id is not null`

/** Without fields, all speakers are selected. */
interface SpeakerFilter {
  /** Only speakers of this folder. */
  projectId?: number
  /** Only speakers with these ids. */
  ids?: readonly number[]
  /** Only speakers that people created, named or described. */
  isNamed?: boolean
  /** Whether `project_file_ids` is filled; a speaker may have thousands of files. Default: true. */
  hasFiles?: boolean
}

function membersMatching({ projectId, ids, isNamed }: SpeakerFilter) {
  return sql.join(
    [
      sql`true`,
      ...(projectId === undefined ? [] : [sql`member.project_id = ${projectId}`]),
      ...(ids === undefined ? [] : [sql`member.speaker_id = any(${[...ids]}::integer[])`]),
      ...(isNamed
        ? [
            sql`exists (select from speakers named where named.id = member.speaker_id and (named.is_manual or named.last_edited_at is not null))`,
          ]
        : []),
    ],
    sql` and `,
  )
}

/**
 * Speakers of the folders that the actor sees, with only those folders and files that are visible. A guest who sees only
 * some files of a folder gets the speakers of these files only.
 */
export async function findSpeakers(db: Db | Trx, actor: Actor, filter: SpeakerFilter = {}): Promise<Speaker[]> {
  const { hasFiles = true } = filter
  const items = visibleItems(db, actor)
  const { rows } = await sql<Row & { is_of_open_folder: boolean }>`
    with folders as materialized (
      select projects.id, item.role from ${items} item join projects on projects.item_id = item.id
    ), found as (
      select member.speaker_id, bool_or(folders.role is not null) as is_of_open_folder
      from project_speakers member join folders on folders.id = member.project_id where ${membersMatching(filter)}
      group by member.speaker_id
    )
    select ${columns(actor)}, found.is_of_open_folder, ${rolesOfSpeaker} as roles,
      ${speaksInFileOfEditor(actor, 'speaker')} as is_in_editable_file,
      array(
        select member.project_id from project_speakers member join folders on folders.id = member.project_id
        where member.speaker_id = speaker.id order by 1) as project_ids,
      case when ${hasFiles} or not found.is_of_open_folder then array(
        select file.id from (${transcriptsOfSpeaker}) spoken
        join transcripts on transcripts.id = spoken.transcript_id
        join files file on file.id = transcripts.file_id
        join ${items} item on item.id = file.item_id order by 1) else '{}' end as project_file_ids
    from speakers speaker join found on found.speaker_id = speaker.id
    order by ${shownName(actor, 'speaker')} collate natural_order, speaker.id
  `.execute(db)
  return rows
    .filter((row) => row.is_of_open_folder || row.project_file_ids.length > 0)
    .map((row) => presentSpeaker(hasFiles ? row : { ...row, project_file_ids: [] }))
}

interface FileRef {
  id: number
  project_id: number
  transcriptId: number
}

/**
 * Speakers of the blocks of a file that the actor sees. Each lists only this file and its folder: the speakers are part
 * of every block, so the answer must not grow with the other recordings of a speaker.
 */
export async function findSpeakersOfFile(db: Db | Trx, actor: Actor, file: FileRef): Promise<Speaker[]> {
  const { rows } = await sql<Row>`
    with folders as materialized (
      select projects.id, item.role from ${visibleItems(db, actor)} item join projects on projects.item_id = item.id
    )
    select ${columns(actor)}, ${rolesOfSpeaker} as roles,
      ${speaksInFileOfEditor(actor, 'speaker')} as is_in_editable_file,
      array[${file.project_id}::integer] as project_ids, array[${file.id}::integer] as project_file_ids
    from speakers speaker
    where speaker.id in (select speaker_id from blocks where transcript_id = ${file.transcriptId})
    order by ${shownName(actor, 'speaker')} collate natural_order, speaker.id
  `.execute(db)
  return rows.map(presentSpeaker)
}

/**
 * Maps speaker ids to current ones: the id itself, or that of the speaker it was merged into. Ids that belong to no
 * visible folder are missing.
 */
export async function resolveSpeakers(trx: Trx, actor: Actor, ids: Iterable<number>): Promise<Map<number, number>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ id: number; current: number }>`
    with recursive chain as (
      select id, id as current, merged_into from speakers
      where id = any(${wanted}::integer[]) and workspace_id = ${actor.workspaceId ?? -1}
      union all
      select chain.id, next.id, next.merged_into from chain join speakers next on next.id = chain.merged_into
    )
    select chain.id, chain.current from chain
    where chain.merged_into is null and exists (
      select from project_speakers member
      join projects on projects.id = member.project_id
      join ${visibleItems(trx, actor)} item on item.id = projects.item_id
      where member.speaker_id = chain.current)
  `.execute(trx)
  return new Map(rows.map(({ id, current }) => [id, current]))
}

/** Gives an automatic speaker a name that counts as given by people, also if it has a key. */
export async function updateSpeakerName(trx: Trx, id: number, name: StoredName): Promise<void> {
  await trx
    .updateTable('speakers')
    .set({ ...name, last_edited_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

interface Columns {
  name?: string
  description?: string | null
  avatar?: string
}

/** Takes the address of the picture of a speaker, for its deletion. Locks the row until commit; null without a picture. */
export async function takeSpeakerAvatar(trx: Trx, id: number): Promise<string | null> {
  const row = await trx
    .selectFrom('speakers')
    .select('avatar')
    .where('id', '=', id)
    .where('avatar', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return null
  await trx.updateTable('speakers').set({ avatar: null }).where('id', '=', id).execute()
  return row.avatar
}

/** Returns false if the speaker was merged into another one. */
export async function updateSpeakerColumns(trx: Trx, by: NameReader, id: number, columns: Columns): Promise<boolean> {
  const { name } = columns
  const { numUpdatedRows } = await trx
    .updateTable('speakers')
    .set({
      ...columns,
      ...(name === undefined ? {} : { name_key: keyAfterRename(by, 'speakers', { name }) }),
      last_edited_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Adds a speaker to the workspace and to a folder. Returns its id. */
export async function insertSpeaker(
  trx: Trx,
  { workspaceId, projectId, name }: { workspaceId: number; projectId: number; name: string },
): Promise<number> {
  const { id } = await trx
    .insertInto('speakers')
    .values({ workspace_id: workspaceId, name, is_manual: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.insertInto('project_speakers').values({ project_id: projectId, speaker_id: id }).execute()
  return id
}

/** Adds speakers 1 to `count` that were detected in a recording to the workspace and to a folder. Returns their ids in this order. */
export async function insertAutomaticSpeakers(
  trx: Trx,
  { workspaceId, projectId, count }: { workspaceId: number; projectId: number; count: number },
): Promise<number[]> {
  const rows = await trx
    .insertInto('speakers')
    .values(
      Array.from({ length: count }, (_, index) => ({
        workspace_id: workspaceId,
        ...makeProductName(`speaker:${index + 1}`),
        is_manual: false,
      })),
    )
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b)
  await trx
    .insertInto('project_speakers')
    .values(ids.map((speaker_id) => ({ project_id: projectId, speaker_id })))
    .execute()
  return ids
}
