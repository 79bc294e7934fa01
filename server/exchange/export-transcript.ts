import type { exportTranscript as contract } from '@kaiwa/contract/exchange.ts'
import { FileAnswer } from '../platform/http/file-answer.ts'
import type { FileHandler } from '../platform/http/route.ts'
import { readDocument } from './file-document.ts'
import { chosen, nameOf, renderText, TYPES } from './render.ts'
import { writeDocxAside } from './write-docx-aside.ts'

/** The transcript as it is saved, as a file to take along. */
export const exportTranscript: FileHandler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const { format } = query
  const { row, document } = await readDocument(app.db, actor, params.fileId, format === 'csv')
  const wanted = chosen(document, query)
  const name = nameOf(row.title, format)
  const content = format === 'docx' ? await writeDocxAside(wanted, query) : renderText(wanted, query)
  return new FileAnswer(TYPES[format], name, content)
}
