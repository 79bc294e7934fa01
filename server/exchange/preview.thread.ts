import type { ThreadTask } from '../platform/threads/thread-task.ts'
import type { ExportOrder } from './render-export.ts'
import { renderPreview } from './render-preview.ts'

const task: ThreadTask<ExportOrder, Awaited<ReturnType<typeof renderPreview>>> = (order, { db }) =>
  renderPreview(db(), order)
export default task
