// The signed-in operator, the figures of the dashboard, and the audit log.
import * as z from 'zod'
import { OPERATOR_ACTIONS } from './admin-choices.ts'
import { adminPage, contactPerson, listQuery } from './admin-fields.ts'
import { id, instant } from './fields.ts'
import { operation } from './operation.ts'

export const getOperator = operation({
  name: 'getOperator',
  method: 'GET',
  path: '/admin/operator',
  access: 'operator',
  response: contactPerson,
})

/** Days and months are those of Japan. Rows are counted up to LIMITS.adminCounted. */
export const dashboard = z.object({
  users: z.object({ today: z.int(), month: z.int() }),
  requests_waiting: z.int(),
  subscriptions_active: z.int(),
  /** The totals in yen are null where not all invoices were counted. */
  invoices: z.object({
    due: z.int(),
    due_total: z.int().nullable(),
    overdue: z.int(),
    overdue_total: z.int().nullable(),
    failed: z.int(),
  }),
  /** Minutes of recordings charged today and in this month. */
  minutes: z.object({ today: z.int(), month: z.int() }),
  /** Recordings that wait or are in processing, and those that failed today. */
  queue: z.object({ waiting: z.int(), processing: z.int(), failed_today: z.int() }),
})
export type Dashboard = z.infer<typeof dashboard>

export const getDashboard = operation({
  name: 'getDashboard',
  method: 'GET',
  path: '/admin/dashboard',
  access: 'operator',
  response: dashboard,
})

export const operatorAction = z.enum(OPERATOR_ACTIONS)
export type OperatorAction = z.infer<typeof operatorAction>

export const OPERATOR_SUBJECTS = ['user', 'workspace', 'request', 'subscription', 'invoice'] as const
export type OperatorSubject = (typeof OPERATOR_SUBJECTS)[number]

const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export const operatorActionRow = z.object({
  id: z.int(),
  action: operatorAction,
  subject: z.enum(OPERATOR_SUBJECTS),
  subject_id: z.int(),
  /** The subject as it was named then: an address, a company or a number. */
  subject_name: z.string(),
  /** Name and address as they were then; null for a command of the installation. */
  operator: contactPerson.nullable(),
  /** The changed values. Passwords are never stored. */
  before: values,
  after: values,
  created_at: instant,
})
export type OperatorActionRow = z.infer<typeof operatorActionRow>

/** Latest first. `query` are words of the operator or the subject. */
export const listOperatorActions = operation({
  name: 'listOperatorActions',
  method: 'GET',
  path: '/admin/operator-actions',
  access: 'operator',
  query: listQuery({ action: operatorAction.optional(), operator_id: id.optional() }),
  response: adminPage(operatorActionRow),
})
