// The application of a company for a plan. Browser and server check phone numbers and postal codes by the same functions.
import * as z from 'zod'
import { paymentType } from './billing.ts'
import { type Reading, readPhone, readPostalCode } from './company-fields.ts'
import { email, hasVisible, itemName, locale, personName } from './fields.ts'
import { LIMITS } from './limits.ts'
import { operation } from './operation.ts'
import { PREFECTURES } from './prefectures.ts'

export const REQUEST_STATUSES = ['created', 'wait-setup', 'approved', 'rejected'] as const
export const requestStatus = z.enum(REQUEST_STATUSES)
export type RequestStatus = z.infer<typeof requestStatus>

function textOf(read: (text: string) => Reading) {
  return z
    .string()
    .max(LIMITS.nameLength, { abort: true })
    .transform((text, context) => {
      const { value, code } = read(text)
      if (code === undefined) return value
      context.addIssue({ code: 'custom', params: { code }, input: text })
      return z.NEVER
    })
}

/** A name that may be left out, null or blank; all three become null. */
const optionalName = z
  .string()
  .max(LIMITS.nameLength)
  .nullish()
  .transform((text) => (text == null || (text.trim() === '' && !hasVisible(text)) ? null : text))
  .pipe(itemName.nullable())

/** A company with its contact and address, as printed on invoices. */
export const company = z.object({
  company_name: itemName,
  department_name: optionalName,
  contact_last_name: personName,
  contact_first_name: personName,
  contact_email: email,
  /** Ten or eleven digits, without hyphens. */
  contact_phone: textOf(readPhone),
  /** Three digits, an optional hyphen, four digits. */
  postal_code: textOf(readPostalCode),
  prefecture: z.enum(PREFECTURES),
  city: itemName,
  address_1: itemName,
  /** Building and room. */
  address_2: optionalName,
})
export type Company = z.output<typeof company>

const agreement = z.boolean().refine((isGiven) => isGiven, { params: { code: 'required' } })

/** `term` and `policy`: the applicant agrees to the terms of service and to the privacy policy. */
export const subscriptionRequest = company.extend({
  plan_id: z.int().positive().max(LIMITS.integerMax),
  payment_type: paymentType,
  term: agreement,
  policy: agreement,
})
export type SubscriptionRequest = z.output<typeof subscriptionRequest>

/** Checks a request without storing it: the fields, that the plan can be chosen, that the payment type is available. */
export const validateSubscriptionRequest = operation({
  name: 'validateSubscriptionRequest',
  method: 'POST',
  path: '/subscription-requests/validate',
  access: 'public',
  body: subscriptionRequest,
  response: z.object({ success: z.literal(true) }),
  errors: ['E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 120, window: 300, key: 'ip' },
})

/**
 * Stores a request and mails applicant and operators. The answer does not depend on whether an account has the address.
 * Sent again with the same `request_id`, or with the same content within minutes, it is stored and mailed once.
 */
export const createSubscriptionRequest = operation({
  name: 'createSubscriptionRequest',
  method: 'POST',
  path: '/subscription-requests',
  access: 'public',
  /** `locale`: language of the mails; taken from the Accept-Language header if missing. */
  body: subscriptionRequest.extend({ request_id: z.uuid().optional(), locale: locale.optional() }),
  response: z.object({ payment_type: paymentType }),
  status: 201,
  errors: ['E_TOO_MANY_REQUESTS'],
  // The operation also limits requests per email, and mails to it, and all requests per hour.
  rateLimit: { max: 20, window: 3600, key: 'ip' },
})
