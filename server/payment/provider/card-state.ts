import type { CardState } from '../../billing/extension-points.ts'
import type { App } from '../../platform/app.ts'
import { cardReason, isTrialProvider } from './provider-secrets.ts'
import { findCustomer } from './store/customers.ts'

/** The registered card, and whether cards work here. For the payment page. */
export async function readCardState(app: App, workspaceId: number): Promise<CardState> {
  const row = await findCustomer(app.db, workspaceId)
  const card =
    !row?.is_of_owner || row.last4 === null || row.brand === null || row.exp_month === null || row.exp_year === null
      ? null
      : { brand: row.brand, last4: row.last4, exp_month: row.exp_month, exp_year: row.exp_year }
  return { card, card_reason: cardReason(app.config), is_trial_provider: isTrialProvider(app.config) }
}
