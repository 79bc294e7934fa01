import type { openSetupCheckout as contract } from '@kaiwa/contract/payment.ts'
import { preferredLocale } from '../../platform/http/accepted-locale.ts'
import { hashToken } from '../../accounts/tokens.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import type { Trx } from '../../platform/database/database.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { assertNotCharging } from '../charges/end-invoice-pages.ts'
import { findOpenInvoice } from '../charges/store/invoices.ts'
import { getProvider } from '../provider/client.ts'
import { ensureCustomer } from '../provider/ensure-customer.ts'
import { findPayer } from '../provider/store/customers.ts'
import { linkReturnUrls } from './back-url.ts'
import { openSession } from './open-session.ts'
import type { NewCheckout } from './store/checkouts.ts'
import { findLinkByToken } from './store/links.ts'

type Link = NonNullable<Awaited<ReturnType<typeof findLinkByToken>>>

/** The checkout that the link opens. An invoice whose card is being charged cannot be paid at the same time. */
async function readWanted(trx: Trx, link: Link): Promise<Pick<NewCheckout, 'kind' | 'amount' | 'invoice_id'>> {
  if (link.invoice_id === null) return { kind: 'plan', amount: null, invoice_id: null }
  const invoice = await findOpenInvoice(trx, link.invoice_id)
  if (!invoice || invoice.status === 'paid') throw new Refusal('E_NOT_FOUND')
  await assertNotCharging(trx, invoice.id)
  return { kind: 'invoice', amount: invoice.total, invoice_id: invoice.id }
}

/** Opens the link of a mail. The link is the proof: its holder may pay. */
export const openSetupCheckout: Handler<typeof contract> = async ({ body }, context) => {
  const { app } = context
  await getProvider(app)
  const hash = hashToken(body.token)
  const found = await app.db.transaction().execute((trx) => findLinkByToken(trx, hash))
  const payer = found && (await findPayer(app.db, found.workspace_id))
  if (!payer || (payer.is_closed && found.kind === 'plan')) throw new Refusal('E_NOT_FOUND')
  const origin = publicAddress(context)
  const urls = linkReturnUrls(origin, found.kind === 'plan' ? 'plan' : 'invoice')
  const customer = await ensureCustomer(app, payer, origin)
  const url = await openSession(app, customer, async (trx) => {
    await lockWorkspace(trx, payer.workspace_id)
    const link = await findLinkByToken(trx, hash)
    if (!link) throw new Refusal('E_NOT_FOUND')
    return {
      ...urls,
      ...(await readWanted(trx, link)),
      workspace_id: payer.workspace_id,
      user_id: null,
      points: null,
      link_id: link.id,
      locale: preferredLocale(context.request.headers['accept-language']),
    }
  })
  return { url }
}
