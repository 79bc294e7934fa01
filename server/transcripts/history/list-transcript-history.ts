import type { listTranscriptHistory as contract } from '@kaiwa/contract/history.ts'
import type { Handler } from '../../platform/http/route.ts'
import { findReadable } from '../find-readable.ts'
import { historyRows, originalEntry, presentEntry } from './history-rows.ts'
import { countOriginals } from './past-blocks.ts'

const PER_PAGE = 50

export const listTranscriptHistory: Handler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const { db } = app
  const transcript = await findReadable(db, actor, params.id)
  const { page, block_uuid } = query
  const entries = historyRows(db, transcript.id).$if(block_uuid !== undefined, (rows) =>
    rows.where((eb) =>
      eb.exists(
        eb
          .selectFrom('block_versions as version')
          .whereRef('version.transcript_id', '=', 'entry.transcript_id')
          .whereRef('version.revision', '=', 'entry.revision')
          .where('version.uuid', '=', block_uuid as string),
      ),
    ),
  )
  const originals = await countOriginals(db, transcript.id, block_uuid)
  const { count } = await db
    .selectFrom(entries.as('entry'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const last_page = Math.max(1, Math.ceil((count + 1) / PER_PAGE))
  const rows = await entries
    .orderBy('entry.revision', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute()
  const data = rows.map(presentEntry)
  // A block that was inserted later has no original.
  if (page === last_page && (originals > 0 || block_uuid === undefined))
    data.push(await originalEntry(db, transcript, originals))
  return { data, current_page: page, last_page }
}
