import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { listReportRows as contract, ReportRow } from '@kaiwa/contract/reports.ts'
import type { Handler } from '../platform/http/route.ts'
import { withBlockTexts } from '../tags/store/passages.ts'
import * as policy from './policy.ts'
import { readReport, type Reading } from './read-report.ts'
import { presentRow } from './present-row.ts'
import { countRows, findMarks, findRows } from './store/rows.ts'

/** Some rows of a report with their texts. */
export async function readRows(
  { trx, actor, report, transcripts }: Reading,
  range: { limit: number; offset: number },
): Promise<ReportRow[]> {
  const rows = await findRows(trx, actor, report, transcripts, range)
  const marks = Map.groupBy(
    await findMarks(trx, [...new Set(rows.map(({ block_id }) => block_id))]),
    ({ block_id }) => block_id,
  )
  const data: ReportRow[] = []
  for await (const batch of withBlockTexts(trx, rows))
    data.push(...batch.map((row) => presentRow(row, marks.get(row.block_id) ?? [])))
  return data
}

export const listReportRows: Handler<typeof contract> = ({ params, query }, context) =>
  readReport(context, params.projectId, query, async (reading) => {
    const limit = LIMITS.reportRowsPerPage
    const data = await readRows(reading, { limit, offset: (query.page - 1) * limit })
    const { trx, actor, report, transcripts } = reading
    const { total, exportable } = await countRows(trx, actor, report, transcripts)
    return {
      data,
      current_page: query.page,
      last_page: Math.max(1, Math.ceil(total / limit)),
      total,
      exportable: policy.exportReport(report.folder).allowed ? exportable : 0,
    }
  })
