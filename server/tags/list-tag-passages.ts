import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { listTagPassages as contract } from '@kaiwa/contract/tags.ts'
import type { Term } from '@kaiwa/contract/transcripts.ts'
import { cutText, excerptOf, passageTime } from '@kaiwa/transcript/passage-excerpt.ts'
import { sql } from 'kysely'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { passagesOf } from './passages.ts'
import { visibleTags } from './visible-tags.ts'

/** Blocks can be very long, so only the text that is shown is returned. */
export const listTagPassages: Handler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const { tagId } = params
  const passages = (await passagesOf(app.db, actor, { ...params, scope: query.scope })).where('tags.id', '=', tagId)
  const tag = await visibleTags(app.db, actor).select('tags.id').where('tags.id', '=', tagId).executeTakeFirst()
  if (!tag) throw new Refusal('E_NOT_FOUND')
  const size = LIMITS.passagesPerPage
  const [total, rows] = await Promise.all([
    passages.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
    passages
      .innerJoin('blocks as block', 'block.id', 'mark.block_id')
      .leftJoin('speakers as speaker', 'speaker.id', 'block.speaker_id')
      .select(['file.id as file_id', 'file.title', 'file.project_id'])
      .select(['block.uuid', 'block.content', 'block.terms', 'block.start_time'])
      .select(['mark.tag_uuid', 'mark.start_offset', 'mark.length'])
      .select(['speaker.id as speaker_id', 'speaker.name as speaker_name', 'speaker.avatar'])
      .orderBy('file.id', 'desc')
      .orderBy('block.position')
      .orderBy('mark.start_offset')
      .orderBy('mark.tag_uuid')
      .limit(size)
      .offset((query.page - 1) * size)
      .execute(),
  ])
  return {
    data: rows.map((row) => {
      const { content, start_offset: offset } = row
      const text = content.slice(offset, offset + row.length)
      return {
        project_file: { id: row.file_id, title: row.title, project_id: row.project_id },
        block_uuid: row.uuid,
        tag_uuid: row.tag_uuid,
        time: passageTime({ ...row, terms: row.terms as Term[] }, offset, offset + row.length),
        ...excerptOf({ content, offset, text }),
        text: cutText(text, LIMITS.passageLength),
        speaker:
          row.speaker_id === null ? null : { id: row.speaker_id, name: row.speaker_name ?? '', avatar: row.avatar },
      }
    }),
    current_page: query.page,
    last_page: Math.max(1, Math.ceil(total.count / size)),
  }
}
