import type { checkImport as contract } from '@kaiwa/contract/exchange.ts'
import type { Handler } from '../platform/http/route.ts'
import { findFile } from '../files/store/files.ts'
import { findTranscript } from '../transcripts/store/transcripts.ts'
import { findSpeakers } from '../speakers/store/speakers.ts'
import type checkThread from './check-import.thread.ts'
import { examineImport } from './examine-import.ts'
import { isLongImport, longWorkOf, refusingLongImport } from './long-work.ts'
import { readForm } from './read-form.ts'

export const checkImport: Handler<typeof contract> = async ({ params }, context) => {
  const { app, actor, request } = context
  const row = await findFile(app.db, actor, params.fileId)
  const speakers = await findSpeakers(app.db, actor, { projectId: row.project_id })
  const form = await readForm(request)
  const transcript = await findTranscript(app.db, row.id)
  const examination = {
    form,
    context: { duration: row.duration, speakers: speakers.map(({ name }) => ({ name })) },
    blocks: row.transcript_status === 'completed' ? row.block_count : 0,
    revision: transcript?.revision ?? 0,
  }
  if (!isLongImport(form)) return examineImport(examination)
  const transfer = [form.bytes.buffer]
  const work = app.threads.run<typeof checkThread>(new URL('check-import.thread.ts', import.meta.url), examination, {
    ...longWorkOf(context),
    transfer,
  })
  return refusingLongImport(work)
}
