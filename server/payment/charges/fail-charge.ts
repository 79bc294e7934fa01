import { hashToken, newToken } from '../../accounts/tokens.ts'
import { readInstant } from '../../billing/store/subscriptions.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { endLinksOfInvoice, insertLink } from '../checkout/store/links.ts'
import { chargeFailedMail } from './mails/charge-failed.ts'
import { mailPayer } from './mails/mail-payer.ts'
import { graceEnd, nextAttempt } from './schedule.ts'
import { type ChargeRow, listCharges, setFailed } from './store/charges.ts'
import { GRACE_DAYS, type OpenInvoice } from './store/invoices.ts'

const LINK_DAYS = 60

/** A link that opens the payment of the invoice without signing in. It replaces the former one. */
export async function createInvoiceLink(trx: Trx, { id, workspace_id }: OpenInvoice): Promise<string> {
  const token = newToken()
  await endLinksOfInvoice(trx, id)
  await insertLink(trx, { kind: 'invoice', workspaceId: workspace_id, invoiceId: id }, hashToken(token), LINK_DAYS)
  return `/setup-payment?type=invoice&token=${token}`
}

export interface ChargeFailure {
  /** Code of the provider, or `no-card`. */
  error: string
  intentId: string | null
  at?: Date | undefined
}

function problemOf(error: string): 'refused' | 'confirmation' | 'no-card' {
  if (error === 'authentication_required') return 'confirmation'
  return error === 'no-card' ? 'no-card' : 'refused'
}

/** Ends a started attempt. Unless the invoice is paid, plans the next one and mails the owner. The caller has locked the workspace and the charge. */
export async function failCharge(
  app: App,
  trx: Trx,
  charge: ChargeRow,
  invoice: OpenInvoice,
  { error, intentId, at }: ChargeFailure,
): Promise<void> {
  if (charge.status !== 'started') return
  if (invoice.status === 'paid') return setFailed(trx, charge.id, { error, intentId, nextAt: null, at })
  const attempts = (await listCharges(trx, invoice.id)).filter(({ attempt }) => attempt > 0)
  const firstAt = attempts[0]?.created_at ?? charge.created_at
  const now = await readInstant(trx, at)
  const nextAt = nextAttempt(firstAt, charge.attempt, now)
  const deadline = graceEnd(firstAt, GRACE_DAYS)
  await setFailed(trx, charge.id, { error, intentId, nextAt, at })
  const link = await createInvoiceLink(trx, invoice)
  await mailPayer(app, trx, invoice.workspace_id, (locale, values) =>
    chargeFailedMail(locale, {
      ...values,
      number: invoice.number,
      amount: charge.amount,
      url: `${values.origin}${link}`,
      nextAt,
      deadline: invoice.status === 'pending' && deadline > now ? deadline : null,
      problem: problemOf(error),
    }),
  )
}
