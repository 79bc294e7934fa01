import * as contract from '@kaiwa/contract/reports.ts'
import { route } from '../platform/http/route.ts'
import { exportReport } from './export-report.ts'
import { getReportTable } from './get-report-table.ts'
import { listReportRows } from './list-report-rows.ts'

export const routes = [
  route(contract.listReportRows, listReportRows),
  route(contract.getReportTable, getReportTable),
  route(contract.exportReport, exportReport),
]
