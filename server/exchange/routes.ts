import * as contract from '@kaiwa/contract/exchange.ts'
import { route } from '../platform/http/route.ts'
import { checkImport } from './check-import.ts'
import { exportTranscript } from './export-transcript.ts'
import { importTranscript } from './import-transcript.ts'
import { mayImport } from './open-for-import.ts'
import { previewExport } from './preview-export.ts'

export const routes = [
  route(contract.exportTranscript, exportTranscript),
  route(contract.previewExport, previewExport),
  route(contract.checkImport, checkImport, mayImport),
  route(contract.importTranscript, importTranscript, mayImport),
]
