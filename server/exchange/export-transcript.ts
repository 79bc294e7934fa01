import type { exportTranscript as contract } from '@kaiwa/contract/exchange.ts'
import { FileAnswer } from '../platform/http/file-answer.ts'
import type { FileHandler } from '../platform/http/route.ts'
import { readDocument } from './file-document.ts'
import { chosen, nameOf, renderText, TYPES } from './render.ts'

/** The transcript as it is saved, as a file to take along. */
export const exportTranscript: FileHandler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const { format } = query
  const { row, document } = await readDocument(app.db, actor, params.fileId, format === 'csv')
  const wanted = chosen(document, query)
  const name = nameOf(row.title, format)
  if (format !== 'docx') return new FileAnswer(TYPES[format], name, renderText(wanted, query))
  // Half a second of loading that only those who ask for Word wait for.
  const { writeDocx } = await import('@kaiwa/exchange/write/write-docx.ts')
  return new FileAnswer(TYPES[format], name, await writeDocx(wanted, query))
}
