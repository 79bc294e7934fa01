// Facts of a request in its mails. Anyone can apply with any address, so all texts of the applicant pass `mailName`.
import type { SubscriptionRequest } from '@kaiwa/contract/applications.ts'
import type { Locale } from '@kaiwa/contract/fields.ts'
import { PAYMENT_TYPE_NAMES } from '@kaiwa/contract/payment-type-names.ts'
import { planNameIn } from '@kaiwa/contract/plan-names.ts'
import { mailName } from '../../accounts/mails/mail-name.ts'

export type RequestFacts = Omit<SubscriptionRequest, 'term' | 'policy'> & {
  id: number
  /** Name of the plan. */
  plan: string
  /** Public address of the application. */
  origin: string
}

export function paymentTypeName(locale: Locale, type: SubscriptionRequest['payment_type']): string {
  return PAYMENT_TYPE_NAMES[locale][type]
}

export function companyName({ company_name }: RequestFacts) {
  return mailName(company_name)
}

export function contactName({ contact_last_name, contact_first_name }: RequestFacts) {
  return mailName(`${contact_last_name} ${contact_first_name}`)
}

export function planName(locale: Locale, { plan }: RequestFacts): string {
  return planNameIn(locale, plan)
}
