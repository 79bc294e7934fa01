import type { previewExport } from '@kaiwa/contract/exchange.ts'
import type { OperationResult } from '@kaiwa/contract/operation.ts'
import type { Db } from '../platform/database/database.ts'
import { hasSummary, summaryOfExport } from './export-summary.ts'
import { readDocument } from './file-document.ts'
import { chosenPart, exportFileName, renderText } from './render.ts'
import type { ExportOrder } from './render-export.ts'

/** Maximum length of a preview. */
const LINES = 30
const CHARACTERS = 4_000

type Preview = OperationResult<typeof previewExport>

/** The first lines of an export and its file name. Refuses like the export. */
export async function renderPreview(db: Db, { actor, fileId, query }: ExportOrder): Promise<Preview> {
  const { row, document, summary: parts } = await readDocument(db, actor, fileId, query.format === 'csv')
  const wanted = chosenPart(document, query)
  const { text, isWhole } = beginning(renderText(wanted, query, summaryOfExport(wanted, parts, query)))
  const sections = document.blocks.flatMap(({ uuid, section_name, start_time }) =>
    uuid && section_name?.trim() ? [{ uuid, name: section_name, start_time }] : [],
  )
  return {
    file_name: exportFileName(row.title, query.format),
    text: text.replace(/^\ufeff/, ''),
    is_whole: isWhole,
    sections,
    has_summary: hasSummary(parts),
    has_start: sections.length > 0 && sections[0]?.uuid !== document.blocks[0]?.uuid,
  }
}

function beginning(pieces: Iterable<string>): { text: string; isWhole: boolean } {
  let text = ''
  for (const piece of pieces) {
    text += piece
    const lines = text.split(/\r?\n/)
    if (lines.length <= LINES && text.length <= CHARACTERS) continue
    return { text: lines.slice(0, LINES).join('\n').slice(0, CHARACTERS).toWellFormed(), isWhole: false }
  }
  return { text, isWhole: true }
}
