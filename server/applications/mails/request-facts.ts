// Facts of a request in its mails. Anyone can apply with any address, so all texts of the applicant pass `mailName`.
import type { SubscriptionRequest } from '@kaiwa/contract/applications.ts'
import type { Locale } from '@kaiwa/contract/fields.ts'
import { planNameIn } from '@kaiwa/contract/plan-names.ts'
import { mailName } from '../../accounts/mails/mail-name.ts'

export type RequestFacts = Omit<SubscriptionRequest, 'term' | 'policy'> & {
  id: number
  /** Name of the plan. */
  plan: string
  /** Public address of the application. */
  origin: string
}

const PAYMENT_TYPES: Record<Locale, Record<SubscriptionRequest['payment_type'], string>> = {
  ja: { credit_card: 'クレジットカード払い', monthly: '請求書払い（月払い）', yearly: '請求書払い（年払い）' },
  en: { credit_card: 'Credit card', monthly: 'Invoice, monthly', yearly: 'Invoice, yearly' },
}

export function paymentTypeName(locale: Locale, type: SubscriptionRequest['payment_type']): string {
  return PAYMENT_TYPES[locale][type]
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
