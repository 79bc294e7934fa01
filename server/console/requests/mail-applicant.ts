import { planNameIn } from '@kaiwa/contract/plan-names.ts'
import { mailName } from '../../accounts/mails/mail-name.ts'
import { newPasswordLink } from '../../accounts/passwords/send-password-link.ts'
import { fullName } from '../../accounts/person.ts'
import type { RequestRow } from '../../applications/store.ts'
import { LINK_DAYS } from '../../payment/checkout/setup-link.ts'
import type { Trx } from '../../platform/database/database.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Context } from '../../platform/http/route.ts'
import { requestApprovedMail } from '../mails/request-approved.ts'
import { findPlanName } from '../store/requests.ts'

/** Days for which the link to the first password of an approved applicant is valid. */
const PASSWORD_LINK_DAYS = 7

interface Approved {
  request: RequestRow
  /** The owner of the workspace. */
  user: { id: number; email: string }
  /** The owner must choose a password first. */
  isNew: boolean
  /** The address at which a card is registered; null for payment by invoice. */
  setupUrl: string | null
}

/** Mails the contact, and the owner of the workspace if that is another person. */
export async function mailApplicant(context: Context<'operator'>, trx: Trx, approved: Approved): Promise<void> {
  const { request, user, isNew, setupUrl } = approved
  const origin = publicAddress(context)
  const name = mailName(fullName({ first_name: request.contact_first_name, last_name: request.contact_last_name }))
  const about = { name, plan: planNameIn(request.locale, await findPlanName(trx, request.plan_id)) }
  const values =
    setupUrl !== null
      ? { ...about, next: 'card' as const, url: setupUrl, days: LINK_DAYS }
      : isNew
        ? {
            ...about,
            next: 'password' as const,
            url: await newPasswordLink(trx, user, origin, { isSet: true, minutes: PASSWORD_LINK_DAYS * 24 * 60 }),
            days: PASSWORD_LINK_DAYS,
          }
        : { ...about, next: 'open' as const, url: `${origin}/mypage/payment`, days: null }
  const contact = request.contact_email
  const isSame = contact.toLowerCase() === user.email.toLowerCase()
  for (const to of isSame ? [contact] : [contact, user.email])
    await context.app.mail.send(trx, { to, ...requestApprovedMail(request.locale, values) })
}
