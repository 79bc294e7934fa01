import type { Trx } from '../../platform/database/database.ts'
import { insertBillingRow } from '../../billing/store/billing-ledger.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import { setSuspended } from '../../billing/subscriptions/set-suspended.ts'
import { findInvoice, hasFailedInvoice, updateStatus } from './store/invoices.ts'

export interface PaidInvoice {
  invoiceId: number
  /** The operator who received the money; null for a charge by card, which writes its own row in the ledger. */
  userId: number | null
  at?: Date
}

/**
 * Marks a pending or failed invoice as paid. Lifts the suspension of its subscription unless another invoice of it has
 * failed. Returns false if it was paid already. Locks the workspace.
 */
export async function markInvoicePaid(trx: Trx, { invoiceId, userId, at }: PaidInvoice): Promise<boolean> {
  const invoice = await findInvoice(trx, invoiceId)
  if (!invoice) return false
  await lockWorkspace(trx, invoice.workspace_id)
  if (!(await updateStatus(trx, invoiceId, { from: ['pending', 'failed'], to: 'paid', at }))) return false
  const subscriptionId = invoice.subscription_id
  if (userId !== null && invoice.payment_type === 'credit_card')
    await insertBillingRow(trx, {
      workspaceId: invoice.workspace_id,
      subscriptionId,
      billingType: 'payment_invoice',
      money: invoice.total,
      invoiceId,
      userId,
      cause: `invoice:${invoiceId}`,
      at,
    })
  if (subscriptionId !== null && !(await hasFailedInvoice(trx, subscriptionId)))
    await setSuspended(trx, subscriptionId, false)
  return true
}

/** Marks a pending invoice as failed: its charge was refused. Returns false if it was not pending. Locks the workspace. */
export async function markInvoiceFailed(trx: Trx, { invoiceId }: { invoiceId: number }): Promise<boolean> {
  const invoice = await findInvoice(trx, invoiceId)
  if (!invoice) return false
  await lockWorkspace(trx, invoice.workspace_id)
  return updateStatus(trx, invoiceId, { from: ['pending'], to: 'failed' })
}
