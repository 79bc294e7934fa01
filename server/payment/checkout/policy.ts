// The owner of the workspace pays. The contract decides which purchases are possible. Pure.
import type { Actor } from '../../accounts/actor.ts'
import { accountAbilities } from '../../accounts/policy.ts'
import { pointPurchaseOf } from '../../billing/point-purchase.ts'
import type { Terms } from '../../billing/store/terms.ts'
import { type Decision, when } from '../../tree/policy.ts'

export function pay(actor: Pick<Actor, 'workspaceRole'>): Decision {
  return when(accountAbilities(actor).pay, 'role')
}

type Contract = Pick<Terms, 'plan_id' | 'payment_type' | 'trial_ends_at' | 'suspended_at'> | undefined

/** A membership can begin without a contract and during a trial. */
export function mayBecomeMember(contract: Contract): boolean {
  return contract === undefined || contract.trial_ends_at !== null
}

/** Points are bought by card for a membership without a plan. Plans by invoice buy on the invoice, plans by card none. */
export function mayBuyPoints(contract: Contract): boolean {
  return pointPurchaseOf(contract) === 'checkout'
}
