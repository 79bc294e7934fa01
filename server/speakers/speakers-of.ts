import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { sql } from 'kysely'
import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { visibleItems } from '../tree/access.ts'
import { type EffectiveRole, speakerAbilities } from '../tree/policy.ts'

type Row = Omit<Speaker, 'last_edited_at' | 'can' | 'pivot'> & {
  last_edited_at: Date | null
  /** The reader's roles in the folders of the speaker. */
  roles: (EffectiveRole | null)[]
}

const presentSpeaker = (row: Row): Speaker => ({
  id: row.id,
  name: row.name,
  description: row.description,
  avatar: row.avatar,
  is_manual: row.is_manual,
  project_ids: row.project_ids,
  project_file_ids: row.project_file_ids,
  last_edited_at: row.last_edited_at?.toISOString() ?? null,
  can: speakerAbilities(row.roles, row),
})

const columns = sql`speaker.id, speaker.name, speaker.description, speaker.avatar, speaker.is_manual, speaker.last_edited_at`

const rolesOfSpeaker = sql`array(
  select distinct folders.role from project_speakers member join folders on folders.id = member.project_id
  where member.speaker_id = speaker.id)`

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

/** All of them unless told. */
type Which = {
  /** Those of one folder. */
  projectId?: number
  /** Those among these. */
  ids?: readonly number[]
  /** Those whom people made, named or described. */
  isNamed?: boolean
  /** Whether the files are named in which they speak; there may be thousands. */
  hasFiles?: boolean
}

const membersAmong = ({ projectId, ids, isNamed }: Which) =>
  sql.join(
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

/**
 * Speakers of the folders that the actor sees; with only those folders and files that are visible. A folder that a guest
 * merely passes through on the way to a file has no speakers but those of that file.
 */
export const speakersOf = async (db: Db | Trx, actor: Actor, which: Which = {}): Promise<Speaker[]> => {
  const { hasFiles = true } = which
  const items = visibleItems(db, actor)
  const { rows } = await sql<Row & { is_of_open_folder: boolean }>`
    with folders as materialized (
      select projects.id, item.role from ${items} item join projects on projects.item_id = item.id
    ), found as (
      select member.speaker_id, bool_or(folders.role is not null) as is_of_open_folder
      from project_speakers member join folders on folders.id = member.project_id where ${membersAmong(which)}
      group by member.speaker_id
    )
    select ${columns}, found.is_of_open_folder, ${rolesOfSpeaker} as roles,
      array(
        select member.project_id from project_speakers member join folders on folders.id = member.project_id
        where member.speaker_id = speaker.id order by 1) as project_ids,
      case when ${hasFiles} or not found.is_of_open_folder then array(
        select file.id from (${transcriptsOfSpeaker}) spoken
        join transcripts on transcripts.id = spoken.transcript_id
        join files file on file.id = transcripts.file_id
        join ${items} item on item.id = file.item_id order by 1) else '{}' end as project_file_ids
    from speakers speaker join found on found.speaker_id = speaker.id
    order by speaker.name collate natural_order, speaker.id
  `.execute(db)
  return rows
    .filter((row) => row.is_of_open_folder || row.project_file_ids.length > 0)
    .map((row) => presentSpeaker(hasFiles ? row : { ...row, project_file_ids: [] }))
}

type Place = { id: number; project_id: number; transcriptId: number }

/**
 * Those who say something in a file that the actor sees. They stand in every one of its blocks: of their folders and files
 * only this one is named, so that an answer does not grow with what else they were recorded in.
 */
export const speakersInFile = async (db: Db | Trx, actor: Actor, file: Place): Promise<Speaker[]> => {
  const { rows } = await sql<Row>`
    with folders as materialized (
      select projects.id, item.role from ${visibleItems(db, actor)} item join projects on projects.item_id = item.id
    )
    select ${columns}, ${rolesOfSpeaker} as roles,
      array[${file.project_id}::integer] as project_ids, array[${file.id}::integer] as project_file_ids
    from speakers speaker
    where speaker.id in (select speaker_id from blocks where transcript_id = ${file.transcriptId})
    order by speaker.name collate natural_order, speaker.id
  `.execute(db)
  return rows.map(presentSpeaker)
}
