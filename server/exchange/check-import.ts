import type { checkImport as contract } from '@kaiwa/contract/exchange.ts'
import type { Handler } from '../platform/http/route.ts'
import { findFile } from '../workspace/files/file-rows.ts'
import { speakersOf } from '../workspace/speakers-of.ts'
import { readIncoming } from './incoming.ts'
import { readForm } from './read-form.ts'
import { summaryOf } from './summary.ts'

export const checkImport: Handler<typeof contract> = async ({ params }, { app, actor, request }) => {
  const row = await findFile(app.db, actor, params.fileId)
  const speakers = await speakersOf(app.db, actor, { projectId: row.project_id })
  const incoming = readIncoming(await readForm(request), { duration: row.duration, speakers })
  const transcript = await app.db
    .selectFrom('transcripts')
    .select('revision')
    .where('file_id', '=', row.id)
    .executeTakeFirst()
  return summaryOf(incoming, {
    blocks: row.transcript_status === 'completed' ? row.block_count : 0,
    revision: transcript?.revision ?? 0,
    names: new Set(speakers.map(({ name }) => name)),
  })
}
