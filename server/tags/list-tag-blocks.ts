import type { listTagBlocks as contract } from '@kaiwa/contract/tags.ts'
import { sql } from 'kysely'
import type { Handler } from '../platform/http/route.ts'
import { speakersOf } from '../speakers/speakers-of.ts'
import { passagesOf } from './passages.ts'

export const listTagBlocks: Handler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const passages = await passagesOf(app.db, actor, { ...params, scope: 'folder', fileId: query.project_file_id })
  const rows = await passages
    .innerJoin('blocks as block', 'block.id', 'mark.block_id')
    .select(['file.id as file_id', 'file.title', 'file.project_id'])
    .select(['block.id', 'block.uuid', 'block.content', 'block.start_time', 'block.end_time', 'block.speaker_id'])
    .select(['mark.tag_uuid', 'mark.start_offset', 'mark.length'])
    .select(['tags.id as tag_id', 'tags.tag_category_id', 'tags.name', 'tags.appearance', 'tags.display_order'])
    .select(sql<number>`count(*) over (partition by file.id, tags.id)`.as('count'))
    .$if(query.tag_id !== undefined, (some) => some.where('tags.id', '=', query.tag_id as number))
    .orderBy('file.id')
    .orderBy('block.position')
    .orderBy('mark.start_offset')
    .orderBy('mark.tag_uuid')
    .execute()
  const ids = [...new Set(rows.map(({ speaker_id }) => speaker_id).filter((id) => id !== null))]
  const all = await speakersOf(app.db, actor, { projectId: params.projectId, ids })
  const speakers = new Map(all.map((speaker) => [speaker.id, speaker]))
  return rows.map((row) => ({
    count: row.count,
    project_file: { id: row.file_id, title: row.title, project_id: row.project_id },
    transcript_block: {
      id: row.id,
      uuid: row.uuid,
      content: row.content,
      start_time: row.start_time,
      end_time: row.end_time,
      offset: row.start_offset,
      text: row.content.slice(row.start_offset, row.start_offset + row.length),
      tag_uuid: row.tag_uuid,
    },
    tag: {
      id: row.tag_id,
      tag_category_id: row.tag_category_id,
      name: row.name,
      appearance: row.appearance,
      display_order: row.display_order,
    },
    speaker: row.speaker_id === null ? null : (speakers.get(row.speaker_id) ?? null),
  }))
}
