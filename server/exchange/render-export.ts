import type { Actor } from '../accounts/actor.ts'
import { presentPerson } from '../accounts/person.ts'
import type { Db } from '../platform/database/database.ts'
import { summaryOfExport } from './export-summary.ts'
import { readDocument } from './file-document.ts'
import { chosenPart, type Query, renderText } from './render.ts'

export interface ExportOrder {
  actor: Actor
  fileId: number
  query: Query
}

/** The bytes of an export in their own buffer. Refuses like the export. */
export async function renderExport(db: Db, { actor, fileId, query }: ExportOrder): Promise<Uint8Array<ArrayBuffer>> {
  const { row, document, summary: parts } = await readDocument(db, actor, fileId, query.format === 'csv')
  const wanted = chosenPart(document, query)
  const summary = summaryOfExport(wanted, parts, query)
  if (query.format !== 'docx') return new TextEncoder().encode([...renderText(wanted, query, summary)].join(''))
  const { writeDocx } = await import('@kaiwa/exchange/write/write-docx.ts')
  const editor = row.is_edited ? (presentPerson(row.last_updated_by)?.name ?? null) : null
  return new Uint8Array(await writeDocx(wanted, query, { addedAt: row.created_at, editor, summary }))
}
