import * as contract from '@kaiwa/contract/billing.ts'
import * as payment from '@kaiwa/contract/payment.ts'
import { listPlans as listPlansContract } from '@kaiwa/contract/plans.ts'
import type { Domain } from '../platform/domain.ts'
import { route } from '../platform/http/route.ts'
import { buyPoint } from './calls/buy-point.ts'
import { cancelSubscription } from './calls/cancel-subscription.ts'
import { getCurrentPayment } from './calls/get-current-payment.ts'
import { getPointUsage } from './calls/get-point-usage.ts'
import { listPaymentHistories } from './calls/list-payment-histories.ts'
import { listPlans } from './calls/list-plans.ts'
import { getQuotas } from './get-quotas.ts'
import { getUsage } from './get-usage.ts'
import { deleteExpiredLedgers } from './jobs/delete-expired-ledgers.ts'
import { finishEndedSubscriptions } from './jobs/finish-ended-subscriptions.ts'
import { openMonths } from './jobs/open-months.ts'
import { seedPlans } from './plans/seed-plans.ts'

export const billing: Domain = {
  name: 'billing',
  routes: [
    route(contract.getUsage, getUsage),
    route(contract.getQuotas, getQuotas),
    route(listPlansContract, listPlans),
    route(payment.getCurrentPayment, getCurrentPayment),
    route(payment.listPaymentHistories, listPaymentHistories),
    route(payment.buyPoint, buyPoint),
    route(payment.cancelSubscription, cancelSubscription),
    route(payment.getPointUsage, getPointUsage),
  ],
  jobs: [openMonths, finishEndedSubscriptions, deleteExpiredLedgers],
  start: seedPlans,
  schedules: [
    { job: openMonths, cron: '0 0-23 1 * *' },
    { job: finishEndedSubscriptions, cron: '1 * * * *' },
    { job: deleteExpiredLedgers, cron: '50 4 * * *' },
  ],
}
