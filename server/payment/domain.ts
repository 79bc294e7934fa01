import * as contract from '@kaiwa/contract/payment.ts'
import type { Domain } from '../platform/domain.ts'
import { route } from '../platform/http/route.ts'
import { chargeDue, chargeOne, deleteExpired } from './charges/jobs.ts'
import { expireSession } from './charges/end-invoice-pages.ts'
import { addPoint, confirmSubscription } from './checkout/confirm-checkout.ts'
import { getBillingPortal } from './checkout/get-billing-portal.ts'
import { openMembershipCheckout } from './checkout/open-membership-checkout.ts'
import { openPointCheckout } from './checkout/open-point-checkout.ts'
import { openSetupCheckout } from './checkout/open-setup-checkout.ts'
import { closeEndedMonths } from './closing/close-months.ts'
import { deleteExpiredInvoices } from './invoices/delete-expired-invoices.ts'
import { getPaymentInvoice } from './invoices/get-payment-invoice.ts'
import { mailInvoices } from './invoices/mail-invoices.ts'
import { invoicePlugin } from './invoices/serve-invoice.ts'
import { deliverTrialEvent } from './stand-in/deliver-trial-event.ts'
import { trialDelivery } from './stand-in/delivery.ts'
import { standInPlugin } from './stand-in/plugin.ts'
import { webhookPlugin } from './webhook/plugin.ts'
import { processEvent } from './webhook/process-event.ts'
import { reconcileNightly } from './webhook/reconcile.ts'

trialDelivery.provide((app, trx, id) => app.jobs.send(trx, deliverTrialEvent, { id }))

export const payment: Domain = {
  name: 'payment',
  routes: [
    route(contract.openMembershipCheckout, openMembershipCheckout),
    route(contract.openPointCheckout, openPointCheckout),
    route(contract.openSetupCheckout, openSetupCheckout),
    route(contract.confirmSubscription, confirmSubscription),
    route(contract.addPoint, addPoint),
    route(contract.getBillingPortal, getBillingPortal),
    route(contract.getPaymentInvoice, getPaymentInvoice),
  ],
  jobs: [
    closeEndedMonths,
    mailInvoices,
    deleteExpiredInvoices,
    deleteExpired,
    chargeDue,
    chargeOne,
    expireSession,
    processEvent,
    reconcileNightly,
    deliverTrialEvent,
  ],
  schedules: [
    { job: closeEndedMonths, cron: '10 0 * * *' },
    { job: mailInvoices, cron: '40 * * * *' },
    { job: deleteExpiredInvoices, cron: '50 3 * * *' },
    { job: deleteExpired, cron: '55 3 * * *' },
    { job: chargeDue, cron: '*/10 * * * *' },
    { job: reconcileNightly, cron: '20 3 * * *' },
  ],
  plugins: [invoicePlugin, webhookPlugin, standInPlugin],
}
