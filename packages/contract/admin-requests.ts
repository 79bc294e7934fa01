// Applications of companies, as operators see and decide them.
import * as z from 'zod'
import { adminPage, contactPerson, exportQuery, listQuery } from './admin-fields.ts'
import { REQUEST_STATUSES, requestStatus } from './applications.ts'
import { paymentType } from './billing.ts'
import { id, instant } from './fields.ts'
import { operation } from './operation.ts'

/** `all`: any status. `wait-setup`: approved, and the applicant has not registered a card yet. */
const filters = { status: z.enum([...REQUEST_STATUSES, 'all']).default('created') }

export const adminRequest = z.object({
  id: z.int(),
  status: requestStatus,
  plan_id: z.int(),
  plan_name: z.string(),
  payment_type: paymentType,
  company_name: z.string(),
  department_name: z.string().nullable(),
  contact_name: z.string(),
  contact_email: z.string(),
  contact_phone: z.string(),
  postal_code: z.string(),
  prefecture: z.string(),
  city: z.string(),
  address_1: z.string(),
  address_2: z.string().nullable(),
  created_at: instant,
  /** The account that gets the contract. Null: none exists, and an approval creates one. */
  account: contactPerson.nullable(),
  /** Whether this account was signed in when applying; otherwise it is the one with the address of the contact. */
  was_signed_in: z.boolean(),
  /** The owner of the workspace that gets the contract. Null: an approval creates the workspace. */
  workspace_owner: contactPerson.nullable(),
  can: z.object({ approve: z.boolean(), reject: z.boolean(), resend: z.boolean(), withdraw: z.boolean() }),
})
export type AdminRequest = z.infer<typeof adminRequest>

export const listSubscriptionRequests = operation({
  name: 'listSubscriptionRequests',
  method: 'GET',
  path: '/admin/subscription-requests',
  access: 'operator',
  query: listQuery(filters),
  response: adminPage(adminRequest),
})

export const exportSubscriptionRequests = operation({
  name: 'exportSubscriptionRequests',
  method: 'GET',
  path: '/admin/subscription-requests/export',
  access: 'operator',
  query: exportQuery(filters),
  answer: 'file',
  produces: ['text/csv'],
  response: z.string(),
})

const inRequest = z.object({ requestId: id })
const decided = z.object({ id: z.int(), status: requestStatus })

/** Starts the subscription (monthly, yearly), or mails a link to register a card. Two simultaneous calls give one result. */
export const approveSubscriptionRequest = operation({
  name: 'approveSubscriptionRequest',
  method: 'POST',
  path: '/admin/subscription-requests/{requestId}/approve',
  access: 'operator',
  params: inRequest,
  response: decided,
  errors: ['E_NOT_FOUND', 'E_CONFLICT', 'E_UNAVAILABLE'],
})

export const rejectSubscriptionRequest = operation({
  name: 'rejectSubscriptionRequest',
  method: 'POST',
  path: '/admin/subscription-requests/{requestId}/reject',
  access: 'operator',
  params: inRequest,
  response: decided,
  errors: ['E_NOT_FOUND', 'E_CONFLICT'],
})

/** Mails a new link to register a card, which replaces the former one. Only for `wait-setup`. */
export const resendSetupLink = operation({
  name: 'resendSetupLink',
  method: 'POST',
  path: '/admin/subscription-requests/{requestId}/setup-link',
  access: 'operator',
  params: inRequest,
  response: decided,
  errors: ['E_NOT_FOUND', 'E_CONFLICT', 'E_UNAVAILABLE'],
})

/** Takes an approval back while no card was registered: the link ends, and the status is `rejected`. */
export const withdrawApproval = operation({
  name: 'withdrawApproval',
  method: 'POST',
  path: '/admin/subscription-requests/{requestId}/withdraw',
  access: 'operator',
  params: inRequest,
  response: decided,
  errors: ['E_NOT_FOUND', 'E_CONFLICT'],
})
