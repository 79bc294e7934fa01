import type { listDrafts as contract } from '@kaiwa/contract/drafts.ts'
import type { Handler } from '../../platform/http/route.ts'
import { mayEditTranscript } from '../open-for-edit.ts'
import { listDraftsOf } from '../store/drafts.ts'

/** A draft is its author's alone, and only while they may edit the file. */
export const listDrafts: Handler<typeof contract> = async ({ params }, { app, actor }) => {
  await mayEditTranscript({ params }, { app, actor })
  const rows = await listDraftsOf(app.db, params.id, actor.id)
  return { data: rows.map(({ saved_at, ...row }) => ({ ...row, saved_at: saved_at.toISOString() })) }
}
