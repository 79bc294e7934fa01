import type { listPlans as contract } from '@kaiwa/contract/plans.ts'
import type { Handler } from '../../platform/http/route.ts'
import { findSoldPlans } from '../store/plans.ts'

/** The versions of the business plans that are sold this month. */
export const listPlans: Handler<typeof contract> = (_, { app }) => findSoldPlans(app.db)
