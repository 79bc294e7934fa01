import type { getInvoicePdf as pdfContract, markInvoicePaid as contract } from '@kaiwa/contract/admin-invoices.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import { assertNotCharging, endInvoicePages } from '../../payment/charges/end-invoice-pages.ts'
import { markInvoicePaid as markPaid } from '../../payment/invoices/mark-invoice-paid.ts'
import { openInvoicePdf } from '../../payment/invoices/open-invoice-pdf.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { assertStillOperator, recordAction } from '../audit/record-action.ts'
import { findInvoiceRows } from '../store/invoices.ts'

/**
 * A failed charge is settled by the provider or a new charge, so only pending invoices are marked here. Refused while the
 * card is being charged. The pages and links at which the customer could pay end.
 */
export const markInvoicePaid: Handler<typeof contract> = async ({ params }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const [found] = await findInvoiceRows(trx, [params.invoiceId])
    if (!found) throw new Refusal('E_NOT_FOUND')
    await lockWorkspace(trx, found.workspace_id)
    await assertStillOperator(app, trx, actor)
    // Read again: it may have changed before the lock.
    const [invoice] = await findInvoiceRows(trx, [params.invoiceId])
    if (invoice?.status !== 'pending') throw new Refusal('E_CONFLICT', { reason: 'status' })
    await assertNotCharging(trx, invoice.id)
    if (!(await markPaid(trx, { invoiceId: invoice.id, userId: actor.id })))
      throw new Refusal('E_CONFLICT', { reason: 'status' })
    await endInvoicePages(app, trx, invoice.id)
    await recordAction(trx, actor, {
      action: 'invoice.paid',
      subject: 'invoice',
      subjectId: invoice.id,
      subjectName: invoice.number,
      before: { status: 'pending' },
      after: { status: 'paid', total: invoice.total },
    })
    return { id: invoice.id, status: 'paid' as const }
  })

export const getInvoicePdf: Handler<typeof pdfContract> = async ({ params }, { app, actor }) => {
  const [invoice] = await findInvoiceRows(app.db, [params.invoiceId])
  if (!invoice) throw new Refusal('E_NOT_FOUND')
  if (invoice.status !== 'pending') throw new Refusal('E_CONFLICT', { reason: 'status' })
  return { url: await openInvoicePdf(app, invoice.id, actor.sessionId, { accountId: actor.id, workspaceId: null }) }
}
