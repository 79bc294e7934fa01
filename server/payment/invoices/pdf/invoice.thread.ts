import type { ThreadTask } from '../../../platform/threads/thread-task.ts'
import { type InvoiceOrder, renderInvoice } from './render-invoice.ts'

const task: ThreadTask<InvoiceOrder, Uint8Array<ArrayBuffer>> = (order) => renderInvoice(order)
export default task
