import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { listTagPassages as contract, TagPassage } from '@kaiwa/contract/tags.ts'
import type { Term } from '@kaiwa/contract/transcripts.ts'
import { cutText, excerptOf, passageTime } from '@kaiwa/transcript/passage-excerpt.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { openPassageScope } from './open-passage-scope.ts'
import { countPassages, findPassages, withBlockTexts } from './store/passages.ts'
import { findVisibleTag } from './store/tags.ts'

/** Blocks can be very long, so only the text that is shown is returned. */
export const listTagPassages: Handler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const { db } = app
  const { tagId } = params
  const where = await openPassageScope(db, actor, { ...params, scope: query.scope })
  if (!(await findVisibleTag(db, actor, tagId))) throw new Refusal('E_NOT_FOUND')
  const limit = LIMITS.passagesPerPage
  const total = await countPassages(db, actor, where, tagId)
  const data = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const rows = await findPassages(trx, actor, where, { tagId, limit, offset: (query.page - 1) * limit })
      const found: TagPassage[] = []
      for await (const passages of withBlockTexts(trx, rows)) found.push(...passages.map(present))
      return found
    })
  return { data, current_page: query.page, last_page: Math.max(1, Math.ceil(total / limit)) }
}

type PassageRow = Awaited<ReturnType<typeof findPassages>>[number] & { content: string; terms: Term[] }

function present(row: PassageRow): TagPassage {
  const { content, start_offset: offset } = row
  const text = content.slice(offset, offset + row.length)
  return {
    project_file: { id: row.file_id, title: row.title, project_id: row.project_id },
    block_uuid: row.uuid,
    tag_uuid: row.tag_uuid,
    time: passageTime(row, offset, offset + row.length),
    ...excerptOf({ content, offset, text }),
    text: cutText(text, LIMITS.passageLength),
    speaker: row.speaker_id === null ? null : { id: row.speaker_id, name: row.speaker_name ?? '', avatar: row.avatar },
  }
}
