import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/database/database.ts'
import type { TestOwner } from './users.ts'

/** Gives the owner's workspace its own plan with these seats, 10 of each by default. */
export function limitSeats(
  db: Db,
  { workspaceId }: Pick<TestOwner, 'workspaceId'>,
  { editor = 10, viewer = 10 }: { editor?: number; viewer?: number },
  payment: 'monthly' | 'credit_card' = 'monthly',
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const rest = { monthly_price: 1, yearly_price: 1, minute: 10, storage: 10, chat: 10 }
    const { id } = await trx
      .insertInto('plans')
      .values({ name: randomUUID(), ...rest, editor, viewer })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('subscriptions')
      .set({ plan_id: id, payment_type: payment })
      .where('workspace_id', '=', workspaceId)
      .execute()
  })
}
