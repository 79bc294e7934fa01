import type { importTranscript as contract } from '@kaiwa/contract/exchange.ts'
import type { Handler } from '../platform/http/route.ts'
import { findFile } from '../files/file-rows.ts'
import { applyImport } from './apply-import.ts'
import type importThread from './import.thread.ts'
import { isLongImport, longWorkOf, refusingLongImport } from './long-work.ts'
import { readForm } from './read-form.ts'

/** Replaces the transcript of a file by an uploaded one, completely or not at all. */
export const importTranscript: Handler<typeof contract> = async ({ params }, context) => {
  const { app, actor, request } = context
  const { fileId } = params
  const file = await findFile(app.db, actor, fileId)
  const form = await readForm(request)
  if (!isLongImport(form, file)) return applyImport(app.db, { actor, fileId, form })
  const transfer = [form.bytes.buffer]
  const work = app.threads.run<typeof importThread>(
    new URL('import.thread.ts', import.meta.url),
    { actor, fileId, form },
    { ...longWorkOf(context), transfer },
  )
  return refusingLongImport(work)
}
