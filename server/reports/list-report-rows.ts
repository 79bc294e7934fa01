import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { listReportRows as contract, ReportRow } from '@kaiwa/contract/reports.ts'
import type { Handler } from '../platform/http/route.ts'
import { withBlockTexts } from '../tags/store/passages.ts'
import * as policy from './policy.ts'
import { readReport } from './read-report.ts'
import { presentRow } from './present-row.ts'
import { countRows, findMarks, findRows } from './store/rows.ts'

export const listReportRows: Handler<typeof contract> = ({ params, query }, context) =>
  readReport(context, params.projectId, query, async ({ trx, actor, report, transcripts }) => {
    const limit = LIMITS.reportRowsPerPage
    const rows = await findRows(trx, actor, report, transcripts, { limit, offset: (query.page - 1) * limit })
    const marks = Map.groupBy(
      await findMarks(trx, [...new Set(rows.map(({ block_id }) => block_id))]),
      ({ block_id }) => block_id,
    )
    const data: ReportRow[] = []
    for await (const batch of withBlockTexts(trx, rows))
      data.push(...batch.map((row) => presentRow(row, marks.get(row.block_id) ?? [])))
    const { total, exportable } = await countRows(trx, actor, report, transcripts)
    return {
      data,
      current_page: query.page,
      last_page: Math.max(1, Math.ceil(total / limit)),
      total,
      exportable: policy.exportReport(report.folder).allowed ? exportable : 0,
    }
  })
