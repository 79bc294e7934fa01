// The list of speakers of a folder, with figures.
import type { FolderScope } from '@kaiwa/contract/folder-scope.ts'
import type { FolderSpeaker } from '@kaiwa/contract/speakers.ts'
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { isBelow, visibleItems } from '../../tree/store/access.ts'
import { type ItemRow, itemsInScope } from '../../tree/store/items.ts'
import { nameContains } from '../../tree/store/name-search.ts'
import { shownName } from '../../tree/store/shown-name.ts'
import type { EffectiveRole } from '../../tree/policy.ts'
import { speaksInFileOfEditor } from './speakers.ts'

export type FolderSpeakerRow = Omit<FolderSpeaker, 'last_edited_at' | 'can' | 'project_id'> & {
  last_edited_at: Date | null
  /** One folder of the speaker for each role that the reader has in the speaker's folders. */
  folders: { id: number; role: EffectiveRole | null }[]
  /** It speaks in a file of which the reader, a guest, is editor. */
  is_in_editable_file: boolean
}

interface Listing {
  folder: ItemRow
  scope: FolderScope
  kind: 'all' | 'manual'
  /** Words in the name or description; empty matches all. */
  words: string
  limit: number
  offset: number
}

/**
 * One page of speakers and the number of all of them, in one statement: selects and orders the speakers of the folders,
 * and computes figures only for those on the page. An unnamed automatic speaker is listed if it speaks in a file that
 * the reader sees. A guest who sees only some files of a folder gets the speakers of these files only.
 */
export async function findFolderSpeakers(
  db: Db,
  actor: Actor,
  { folder, scope, kind, words, limit, offset }: Listing,
): Promise<{ total: number; speakers: FolderSpeakerRow[] }> {
  const isInScope =
    scope === 'folder'
      ? sql<SqlBool>`item.id = ${folder.id}`
      : sql<SqlBool>`(item.id = ${folder.id} or ${isBelow(sql.ref('item.path'), sql.val(folder.path))})`
  const name = shownName(actor, 'speaker')
  const hasWords =
    words === ''
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(${nameContains(name, words)} or ${nameContains(sql.ref('speaker.description'), words)})`
  const { rows } = await sql<{ total: number } & (FolderSpeakerRow | { id: null })>`
    with folders as materialized (
      select projects.id, item.role, ${isInScope} as is_in_scope
      from ${visibleItems(db, actor)} item join projects on projects.item_id = item.id
    ), scoped as materialized (
      select transcripts.id, file.id as file_id
      from ${itemsInScope(db, actor, folder, scope)} item
      join files file on file.item_id = item.id
      join transcripts on transcripts.file_id = file.id
    ), found as materialized (
      select member.speaker_id, bool_or(folders.role is not null) as is_of_open_folder
      from project_speakers member join folders on folders.id = member.project_id
      where folders.is_in_scope group by member.speaker_id
    ), speaking as materialized (
      select distinct speaker_id from blocks where transcript_id in (select id from scoped)
    ), listed as materialized (
      select speaker.*, ${name} as shown_name, row_number() over (order by
        speaker.is_manual or speaker.last_edited_at is not null desc, ${name} collate natural_order, speaker.id) as rank
      from found
      join speakers speaker on speaker.id = found.speaker_id
      left join speaking on speaking.speaker_id = found.speaker_id
      where ${hasWords} and (speaker.is_manual or ${kind} = 'all') and (speaking.speaker_id is not null
        or found.is_of_open_folder and (speaker.is_manual or speaker.last_edited_at is not null))
    ), page as materialized (
      select * from listed order by rank limit ${limit} offset ${offset}
    ), figures as materialized (
      select blocks.speaker_id, count(*) as block_count, count(distinct scoped.file_id) as file_count,
        min(scoped.file_id) as first_file_id,
        sum(blocks.end_time - blocks.start_time)::double precision as talk_time
      from blocks join scoped on scoped.id = blocks.transcript_id
      where blocks.speaker_id in (select id from page) group by blocks.speaker_id
    )
    select total.count as total, page.id, page.shown_name as name, page.description, page.avatar, page.is_manual, page.last_edited_at,
      coalesce(figures.file_count, 0) as file_count, coalesce(figures.block_count, 0) as block_count,
      coalesce(figures.talk_time, 0) as talk_time,
      case when figures.file_count = 1 then (
        select json_build_object('id', file.id, 'project_id', file.project_id, 'title', ${shownName(actor, 'file', 'title')})
        from files file where file.id = figures.first_file_id) end as only_file,
      (select json_agg(own) from (
        select distinct on (folders.role) folders.id, folders.role
        from project_speakers member join folders on folders.id = member.project_id
        where member.speaker_id = page.id order by folders.role, folders.id) own) as folders,
      ${speaksInFileOfEditor(actor, 'page')} as is_in_editable_file
    from (select count(*) as count from listed) total
    left join page on true
    left join figures on figures.speaker_id = page.id
    order by page.rank
  `.execute(db)
  return { total: rows[0]?.total ?? 0, speakers: rows.flatMap((row) => (row.id === null ? [] : [row])) }
}
