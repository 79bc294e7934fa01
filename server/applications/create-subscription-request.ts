import type { createSubscriptionRequest as contract, SubscriptionRequest } from '@kaiwa/contract/applications.ts'
import { preferredLocale } from '../platform/http/accepted-locale.ts'
import { publicAddress } from '../platform/http/addresses.ts'
import type { Handler } from '../platform/http/route.ts'
import { checkRequest } from './check-request.ts'
import { mailApplicant } from './mails/mail-applicant.ts'
import { mailOperators } from './mails/mail-operators.ts'
import { countMails, countRequest } from './request-limits.ts'
import { insertRequest, listRecentRequests, lockApplicant, type RequestRow } from './store.ts'

/** Minutes in which the same content is the same request. */
const REPEAT_MINUTES = 10

type Content = Omit<SubscriptionRequest, 'term' | 'policy'>

function isSame(row: RequestRow, content: Content): boolean {
  return (Object.keys(content) as (keyof Content)[]).every((field) => row[field] === content[field])
}

/**
 * Stores the request of a company. Mails are queued in the same transaction. The answer and its mails do not depend on
 * whether an account has the address.
 */
export const createSubscriptionRequest: Handler<typeof contract> = async ({ body }, context) => {
  const { app, actor, request, log } = context
  const { term: _term, policy: _policy, request_id, locale: chosen, ...content } = body
  const plan = await checkRequest(app, content)
  await countRequest(app.db, { email: content.contact_email, address: request.ip })
  const locale = chosen ?? preferredLocale(request.headers['accept-language'])
  await app.db.transaction().execute(async (trx) => {
    await lockApplicant(trx, content.contact_email)
    const recent = await listRecentRequests(trx, content.contact_email, REPEAT_MINUTES)
    if (recent.some((row) => isSame(row, content))) return
    const id = await insertRequest(trx, {
      ...content,
      client_request_id: request_id ?? null,
      locale,
      user_id: actor?.id ?? null,
    })
    if (id === null) return
    // Counted last: a repeated request is not mailed.
    const mails = await countMails(trx, content.contact_email)
    const origin = publicAddress({ app, request })
    const about = { ...content, id, plan: plan.name, origin }
    if (mails.toApplicant) await mailApplicant(app, trx, locale, about)
    if (mails.toOperators && (await mailOperators(app, trx, about)) === 0)
      log.warn({ request: id }, 'subscription request without an operator to notify')
  })
  return { payment_type: content.payment_type }
}
