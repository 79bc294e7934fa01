import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { up as addQuotaTotals } from '../../migrations/0100_quota_totals.ts'
import { createContract, createPlan, givePoints } from '../../test/factories/contracts.ts'
import { openTestApp } from '../../test/open-test-app.ts'
import { recordUsage, refundUsage } from '../record-usage.ts'

it('the migration counts the units that points have paid for, as the trigger does', async () => {
  const test = await openTestApp()
  try {
    const owner = await createContract(test.db, { planId: await createPlan(test.db, { minute: 10, chat: 2 }) })
    await givePoints(test.db, owner, 1_000)
    const { workspaceId } = owner
    const use = (kind: 'minute' | 'chat', amount: number, cause: string = randomUUID()) =>
      test.db.transaction().execute((trx) => recordUsage(trx, { workspaceId, userId: null, kind, amount, cause }))
    await use('minute', 15)
    await use('minute', 4, 'migration:minute')
    await use('chat', 5)
    await test.db.transaction().execute((trx) => refundUsage(trx, 'migration:minute'))
    const read = () => test.db.selectFrom('usage_totals').select(['kind', 'paid']).orderBy('kind').execute()
    const expected = [
      { kind: 'chat', paid: 3 },
      { kind: 'minute', paid: 5 },
    ]
    expect(await read()).toEqual(expected)
    await sql`
      drop trigger billing_ledger_paid on billing_ledger;
      drop function add_paid;
      alter table usage_totals drop column paid
    `.execute(test.db)
    await addQuotaTotals(test.db as Kysely<unknown>)
    expect(await read()).toEqual(expected)
  } finally {
    await test.close()
  }
})
