// The SQL of subscriptions.
import type { PlanName } from '@kaiwa/contract/limits.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { CURRENT_MONTH } from './ledger.ts'

/** True if the workspace has an active subscription; without one, nothing new can be created in it. */
export async function isSubscribed(trx: Trx, workspaceId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row !== undefined
}

export function insertSubscription(
  trx: Trx,
  workspaceId: number,
  plan: PlanName,
  renewal: Date | null,
): Promise<unknown> {
  return trx
    .insertInto('subscriptions')
    .columns(['workspace_id', 'plan_id', 'payment_type', 'renewal_date', 'price_list_id', 'trial_ends_at'])
    .expression((eb) =>
      eb
        .selectFrom('plans')
        .select((plans) => [
          plans.val(workspaceId).as('workspace_id'),
          'plans.id',
          plans.val('monthly').as('payment_type'),
          sql<Date | null>`${renewal}::timestamptz`.as('renewal_date'),
          sql<number>`(select id from price_lists where valid_from <= ${CURRENT_MONTH}
            order by valid_from desc limit 1)`.as('price_list_id'),
          sql<Date | null>`case when audience = 'trial' then now() + make_interval(days => (
            select trial_days from price_lists where valid_from <= ${CURRENT_MONTH}
            order by valid_from desc limit 1)) end`.as('trial_ends_at'),
        ])
        .where('name', '=', plan),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Ends the subscriptions of a workspace that is being deleted. */
export async function unsubscribe(trx: Trx, workspaceId: number): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ status: 'terminated', end_date: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .execute()
}
