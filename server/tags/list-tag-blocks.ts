import type { listTagBlocks as contract, TagBlockUsage } from '@kaiwa/contract/tags.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { StreamHandler } from '../platform/http/route.ts'
import { streamSnapshot } from '../platform/http/stream-snapshot.ts'
import { items } from '../platform/http/streamed-json.ts'
import { findSpeakers } from '../speakers/store/speakers.ts'
import { openPassageScope } from './open-passage-scope.ts'
import { findTagBlocks, withBlockTexts } from './store/passages.ts'

export const listTagBlocks: StreamHandler<typeof contract> = async ({ params, query }, context) => {
  const request = { ...params, scope: 'folder', fileId: query.project_file_id } as const
  await openPassageScope(context.app.db, context.actor, request)
  return streamSnapshot(context, async (trx) => {
    const actor = await reloadActor(trx, context.actor)
    const where = await openPassageScope(trx, actor, request)
    const rows = await findTagBlocks(trx, actor, where, query.tag_id)
    const ids = [...new Set(rows.map(({ speaker_id }) => speaker_id).filter((id) => id !== null))]
    const all = await findSpeakers(trx, actor, { projectId: params.projectId, ids })
    const speakers = new Map(all.map((speaker) => [speaker.id, speaker]))
    const present = (row: TagBlockRow): TagBlockUsage => ({
      count: row.count,
      project_file: { id: row.file_id, title: row.title, project_id: row.project_id },
      transcript_block: {
        id: row.block_id,
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
    })
    return items(presented(withBlockTexts(trx, rows), present))
  })
}

type TagBlockRow = Awaited<ReturnType<typeof findTagBlocks>>[number] & { content: string }

async function* presented(
  batches: AsyncIterable<readonly TagBlockRow[]>,
  present: (row: TagBlockRow) => TagBlockUsage,
) {
  for await (const rows of batches) yield rows.map(present)
}
