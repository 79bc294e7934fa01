import type { getPaymentInvoice as contract } from '@kaiwa/contract/payment.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { reachedAt } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { openInvoicePdf } from './open-invoice-pdf.ts'
import { findInvoiceOfHistory } from './store/invoices.ts'

/** For the owner of the workspace: other people and rows of other workspaces are answered with E_NOT_FOUND. */
export const getPaymentInvoice: Handler<typeof contract> = async ({ params }, context) => {
  const { app, actor } = context
  if (actor.workspaceId === null || actor.workspaceRole !== ROLE.owner) throw new Refusal('E_NOT_FOUND')
  const invoiceId = await findInvoiceOfHistory(app.db, actor.workspaceId, params.billingHistoryId)
  if (invoiceId === undefined) throw new Refusal('E_NOT_FOUND')
  const turn = { accountId: actor.id, workspaceId: actor.workspaceId }
  return { url: `${reachedAt(context)}${await openInvoicePdf(app, invoiceId, actor.sessionId, turn)}` }
}
