// Invoices and the ledger of points and payments, as operators see them. Money is whole yen.
import * as z from 'zod'
import { INVOICE_STATUSES } from './admin-choices.ts'
import { adminPage, contactPerson, exportQuery, listQuery } from './admin-fields.ts'
import { paymentType } from './billing.ts'
import { id, instant } from './fields.ts'
import { operation } from './operation.ts'
import { CONSUMABLES } from './consumables.ts'
import { billingType } from './payment.ts'

export const invoiceStatus = z.enum(INVOICE_STATUSES)

const invoiceFilters = {
  status: z.enum([...INVOICE_STATUSES, 'all']).default('pending'),
  /** `overdue`: due before today in Japan. */
  due: z.enum(['overdue']).optional(),
}

export const adminInvoice = z.object({
  id: z.int(),
  status: invoiceStatus,
  /** `return`: an invoice of a credit, with negative amounts. */
  kind: z.enum(['invoice', 'return']),
  invoice_number: z.string(),
  payment_type: paymentType,
  company: z.object({
    name: z.string(),
    contact_name: z.string(),
    contact_email: z.string(),
    contact_phone: z.string(),
  }),
  /** Days in Japan: `2026-11-30`. */
  issue_date: z.string(),
  due_date: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  price_id: z.string().nullable(),
  prod_id: z.string().nullable(),
  /** Without tax. */
  subtotal: z.int(),
  tax: z.int(),
  /** With tax. */
  total: z.int(),
  paid_at: instant.nullable(),
  can: z.object({ mark_paid: z.boolean(), download: z.boolean() }),
})
export type AdminInvoice = z.infer<typeof adminInvoice>

export const listInvoices = operation({
  name: 'listInvoices',
  method: 'GET',
  path: '/admin/invoices',
  access: 'operator',
  query: listQuery(invoiceFilters),
  response: adminPage(adminInvoice),
})

export const exportInvoices = operation({
  name: 'exportInvoices',
  method: 'GET',
  path: '/admin/invoices/export',
  access: 'operator',
  query: exportQuery(invoiceFilters),
  answer: 'file',
  produces: ['text/csv'],
  response: z.string(),
})

const inInvoice = z.object({ invoiceId: id })

/** Days and yen as on the invoice; amounts are without tax. */
const invoiceLine = z.object({
  kind: z.enum(['plan', 'membership', ...CONSUMABLES, 'point', 'plan_difference', 'adjustment', 'carried']),
  plan_name: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  quantity: z.int(),
  unit_price: z.int(),
  /** Not always quantity × unit price: a first month is charged by its days. */
  amount: z.int(),
  tax_percent: z.int(),
})

export const getInvoiceDetail = operation({
  name: 'getInvoiceDetail',
  method: 'GET',
  path: '/admin/invoices/{invoiceId}',
  access: 'operator',
  params: inInvoice,
  response: adminInvoice.extend({
    /** When it was mailed to the contact of the company. */
    mailed_at: instant.nullable(),
    lines: z.array(invoiceLine),
  }),
  errors: ['E_NOT_FOUND'],
})

/** Only a pending invoice can be marked as paid. */
export const markInvoicePaid = operation({
  name: 'markInvoicePaid',
  method: 'POST',
  path: '/admin/invoices/{invoiceId}/paid',
  access: 'operator',
  params: inInvoice,
  response: z.object({ id: z.int(), status: invoiceStatus }),
  errors: ['E_NOT_FOUND', 'E_CONFLICT'],
})

/** An address from which the browser downloads the PDF of a pending invoice. */
export const getInvoicePdf = operation({
  name: 'getInvoicePdf',
  method: 'GET',
  path: '/admin/invoices/{invoiceId}/pdf',
  access: 'operator',
  params: inInvoice,
  response: z.object({ url: z.string() }),
  errors: ['E_NOT_FOUND', 'E_CONFLICT', 'E_UNAVAILABLE'],
})

const historyFilters = { billing_type: billingType.optional() }

export const adminHistory = z.object({
  id: z.int(),
  created_at: instant,
  billing_type: billingType,
  /** Yen with tax. */
  money: z.int(),
  /** Points received; negative where they were used. */
  point: z.int(),
  kind: z.enum(CONSUMABLES).nullable(),
  amount: z.int().nullable(),
  invoice_id: z.int().nullable(),
  /** The number of that invoice. */
  invoice_number: z.string().nullable(),
  /** Null if the workspace was deleted. */
  owner: contactPerson.nullable(),
})
export type AdminHistory = z.infer<typeof adminHistory>

export const listPurchaseHistories = operation({
  name: 'listPurchaseHistories',
  method: 'GET',
  path: '/admin/purchase-histories',
  access: 'operator',
  query: listQuery(historyFilters),
  response: adminPage(adminHistory),
})

export const exportPurchaseHistories = operation({
  name: 'exportPurchaseHistories',
  method: 'GET',
  path: '/admin/purchase-histories/export',
  access: 'operator',
  query: exportQuery(historyFilters),
  answer: 'file',
  produces: ['text/csv'],
  response: z.string(),
})
