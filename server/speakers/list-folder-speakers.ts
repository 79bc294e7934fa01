import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { FolderSpeaker, listFolderSpeakers as contract } from '@kaiwa/contract/speakers.ts'
import { type SqlBool, sql } from 'kysely'
import type { Handler } from '../platform/http/route.ts'
import { isBelow, visibleItems } from '../tree/access.ts'
import { findProject } from '../tree/item-rows.ts'
import { itemsInScope } from '../tree/items-in-scope.ts'
import { nameContains } from '../tree/name-search.ts'
import * as policy from '../tree/policy.ts'

type Row = Omit<FolderSpeaker, 'last_edited_at' | 'can' | 'project_id'> & {
  last_edited_at: Date | null
  /** One folder of the speaker for each role that the reader has in the speaker's folders. */
  folders: { id: number; role: policy.EffectiveRole | null }[]
}

const presentSpeaker = ({ folders, last_edited_at, ...row }: Row): FolderSpeaker => {
  const own = folders.find(({ role }) => policy.editSpeaker([role]).allowed) ?? folders[0]
  return {
    ...row,
    project_id: own?.id ?? 0,
    last_edited_at: last_edited_at?.toISOString() ?? null,
    can: policy.speakerAbilities(
      folders.map(({ role }) => role),
      row,
    ),
  }
}

/**
 * One statement: selects and orders the speakers of the folders, and computes figures only for those on the page. An
 * unnamed automatic speaker is listed if it speaks in a file that the reader sees. A guest who only passes through a
 * folder on the way to a file sees no other speakers of it.
 */
export const listFolderSpeakers: Handler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const { db } = app
  const folder = await findProject(db, actor, params.projectId)
  const { scope, kind, page } = query
  const words = query.query?.trim() ?? ''
  const size = LIMITS.speakersPerPage
  const isInScope =
    scope === 'folder'
      ? sql<SqlBool>`item.id = ${folder.id}`
      : sql<SqlBool>`(item.id = ${folder.id} or ${isBelow(sql.ref('item.path'), sql.val(folder.path))})`
  const hasWords =
    words === ''
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(${nameContains('speaker.name', words)} or ${nameContains('speaker.description', words)})`
  const { rows } = await sql<{ total: number } & (Row | { id: null })>`
    with folders as materialized (
      select projects.id, item.role, ${isInScope} as is_in_scope
      from ${visibleItems(db, actor)} item join projects on projects.item_id = item.id
    ), heard as materialized (
      select transcripts.id, file.id as file_id
      from ${itemsInScope(db, actor, folder, scope)} item
      join files file on file.item_id = item.id
      join transcripts on transcripts.file_id = file.id
    ), found as materialized (
      select member.speaker_id, bool_or(folders.role is not null) as is_of_open_folder
      from project_speakers member join folders on folders.id = member.project_id
      where folders.is_in_scope group by member.speaker_id
    ), voices as materialized (
      select distinct speaker_id from blocks where transcript_id in (select id from heard)
    ), listed as materialized (
      select speaker.*, row_number() over (order by
        speaker.is_manual or speaker.last_edited_at is not null desc, speaker.name collate natural_order, speaker.id) as place
      from found
      join speakers speaker on speaker.id = found.speaker_id
      left join voices on voices.speaker_id = found.speaker_id
      where ${hasWords} and (speaker.is_manual or ${kind} = 'all') and (voices.speaker_id is not null
        or found.is_of_open_folder and (speaker.is_manual or speaker.last_edited_at is not null))
    ), page as materialized (
      select * from listed order by place limit ${size} offset ${(page - 1) * size}
    ), said as materialized (
      select blocks.speaker_id, count(*) as block_count, count(distinct heard.file_id) as file_count,
        min(heard.file_id) as first_file_id,
        sum(blocks.end_time - blocks.start_time)::double precision as talk_time
      from blocks join heard on heard.id = blocks.transcript_id
      where blocks.speaker_id in (select id from page) group by blocks.speaker_id
    )
    select total.count as total, page.id, page.name, page.description, page.avatar, page.is_manual, page.last_edited_at,
      coalesce(said.file_count, 0) as file_count, coalesce(said.block_count, 0) as block_count,
      coalesce(said.talk_time, 0) as talk_time,
      case when said.file_count = 1 then (
        select json_build_object('id', file.id, 'project_id', file.project_id, 'title', file.title)
        from files file where file.id = said.first_file_id) end as only_file,
      (select json_agg(own) from (
        select distinct on (folders.role) folders.id, folders.role
        from project_speakers member join folders on folders.id = member.project_id
        where member.speaker_id = page.id order by folders.role, folders.id) own) as folders
    from (select count(*) as count from listed) total
    left join page on true
    left join said on said.speaker_id = page.id
    order by page.place
  `.execute(db)
  return {
    data: rows.flatMap((row) => (row.id === null ? [] : [presentSpeaker(row)])),
    current_page: page,
    last_page: Math.max(1, Math.ceil((rows[0]?.total ?? 0) / size)),
  }
}
