import * as contract from '@kaiwa/contract/payment.ts'
import type { Domain } from '../platform/domain.ts'
import { route } from '../platform/http/route.ts'
import { closeEndedMonths } from './closing/close-months.ts'
import { deleteExpiredInvoices } from './invoices/delete-expired-invoices.ts'
import { getPaymentInvoice } from './invoices/get-payment-invoice.ts'
import { mailInvoices } from './invoices/mail-invoices.ts'
import { invoicePlugin } from './invoices/serve-invoice.ts'

export const payment: Domain = {
  name: 'payment',
  routes: [route(contract.getPaymentInvoice, getPaymentInvoice)],
  jobs: [closeEndedMonths, mailInvoices, deleteExpiredInvoices],
  schedules: [
    { job: closeEndedMonths, cron: '10 0 * * *' },
    { job: mailInvoices, cron: '40 * * * *' },
    { job: deleteExpiredInvoices, cron: '50 3 * * *' },
  ],
  plugins: [invoicePlugin],
}
