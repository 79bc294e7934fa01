import type {
  listAdminPlans as plansContract,
  listSubscriptions as contract,
} from '@kaiwa/contract/admin-subscriptions.ts'
import type { Handler } from '../../platform/http/route.ts'
import { findPage } from '../store/list-rows.ts'
import { findChoosablePlans, findSubscriptionRows, subscriptionsBy } from '../store/subscriptions.ts'
import { presentSubscription } from './present-subscription.ts'

export const listSubscriptions: Handler<typeof contract> = async ({ query: { page, ...filters } }, { app: { db } }) => {
  const { ids, ...counts } = await findPage(db, subscriptionsBy(filters), page)
  return { data: (await findSubscriptionRows(db, ids)).map(presentSubscription), ...counts }
}

export const listAdminPlans: Handler<typeof plansContract> = ({ query }, { app: { db } }) =>
  findChoosablePlans(db, { isThisMonth: query.from_this_cycle })
