import type { importTranscript as contract } from '@kaiwa/contract/exchange.ts'
import type { Handler } from '../platform/http/route.ts'
import { findFile } from '../files/store/files.ts'
import type importThread from './import.thread.ts'
import { longWorkOf, refusingLongImport } from './long-work.ts'
import { readForm } from './read-form.ts'

/**
 * Replaces the transcript of a file by an uploaded one, completely or not at all. Always runs in a thread: the dictionary
 * takes half a second to load, and dividing text into words takes 40 µs per character.
 */
export const importTranscript: Handler<typeof contract> = async ({ params }, context) => {
  const { app, actor, request } = context
  const { fileId } = params
  await findFile(app.db, actor, fileId)
  const form = await readForm(request)
  const transfer = [form.bytes.buffer]
  const work = app.threads.run<typeof importThread>(
    new URL('import.thread.ts', import.meta.url),
    { actor, fileId, form },
    { ...longWorkOf(context), transfer },
  )
  return refusingLongImport(work)
}
