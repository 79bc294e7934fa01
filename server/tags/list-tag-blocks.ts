import type { listTagBlocks as contract } from '@kaiwa/contract/tags.ts'
import type { Handler } from '../platform/http/route.ts'
import { findSpeakers } from '../speakers/store/speakers.ts'
import { openPassageScope } from './open-passage-scope.ts'
import { findTagBlocks } from './store/passages.ts'

export const listTagBlocks: Handler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const { db } = app
  const where = await openPassageScope(db, actor, { ...params, scope: 'folder', fileId: query.project_file_id })
  const rows = await findTagBlocks(db, actor, where, query.tag_id)
  const ids = [...new Set(rows.map(({ speaker_id }) => speaker_id).filter((id) => id !== null))]
  const all = await findSpeakers(db, actor, { projectId: params.projectId, ids })
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
