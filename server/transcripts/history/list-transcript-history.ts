import type { listTranscriptHistory as contract } from '@kaiwa/contract/history.ts'
import type { Handler } from '../../platform/http/route.ts'
import { findReadable } from '../find-readable.ts'
import { originalEntry, presentEntry } from './present-entry.ts'
import { countEntries, countOriginalBlocks, findEntries } from '../store/history.ts'

const ENTRIES_PER_PAGE = 50

export const listTranscriptHistory: Handler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const { db } = app
  const transcript = await findReadable(db, actor, params.id)
  const { page, block_uuid } = query
  const originals = await countOriginalBlocks(db, transcript.id, block_uuid)
  const count = await countEntries(db, transcript.id, block_uuid)
  const last_page = Math.max(1, Math.ceil((count + 1) / ENTRIES_PER_PAGE))
  const rows = await findEntries(db, transcript.id, {
    uuid: block_uuid,
    limit: ENTRIES_PER_PAGE,
    offset: (page - 1) * ENTRIES_PER_PAGE,
  })
  const data = rows.map(presentEntry)
  // A block that was inserted later has no original.
  if (page === last_page && (originals > 0 || block_uuid === undefined))
    data.push(await originalEntry(db, transcript, originals))
  return { data, current_page: page, last_page }
}
