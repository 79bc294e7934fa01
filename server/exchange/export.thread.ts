import type { ThreadTask } from '../platform/threads/thread-task.ts'
import { type ExportOrder, renderExport } from './render-export.ts'

const task: ThreadTask<ExportOrder, Uint8Array<ArrayBuffer>> = (order, { db }) => renderExport(db(), order)
export default task
