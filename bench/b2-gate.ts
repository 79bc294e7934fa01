// B2: p95 of the gate (the remaining minutes of a workspace, asked before a file is analysed) under 50 callers of one
// workspace, against 50 callers that only lock its row by `select … for update`. Each caller has its own connection and
// transaction. The workspace pays by points and has 2,000 rows of usage this month.

import { sql } from 'kysely'
import { remainingMinutes } from '../server/billing/remaining.ts'
import { openDatabase, openPool } from '../server/platform/database/open-database.ts'
import { openLog } from '../server/platform/log.ts'
import { createContract, createPlan, givePoints } from '../server/test/factories/contracts.ts'
import { openBench } from './bench-program.ts'
import { compare, p95 } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const CALLERS = 50
const CALLS = IS_SHORT ? 20 : 100
const ROWS = 2_000

const bench = await openBench()
const db = openDatabase(openPool(bench.databaseUrl, { max: CALLERS, name: 'kaiwa bench', log: openLog('error') }))
try {
  const planId = await createPlan(db, { minute: 1_000 })
  const { workspaceId } = await createContract(db, { planId })
  await sql`insert into usage_ledger (workspace_id, kind, amount, cause)
    select ${workspaceId}::integer, 'minute', 1, 'bench:' || n from generate_series(1, ${ROWS}) n`.execute(db)
  await givePoints(db, { workspaceId }, 1_000_000)
  await sql`vacuum analyze`.execute(db)

  /** The p95 of all calls, in milliseconds from the begin to the commit. */
  const callersOf = (call: () => Promise<unknown>) => async (): Promise<number> => {
    const taken: number[] = []
    const caller = async (): Promise<void> => {
      for (let count = 0; count < CALLS; count += 1) {
        const began = performance.now()
        await call()
        taken.push(performance.now() - began)
      }
    }
    await Promise.all(Array.from({ length: CALLERS }, caller))
    return p95(taken)
  }
  const gate = () => db.transaction().execute((trx) => remainingMinutes(trx, workspaceId))
  const bare = () =>
    db
      .transaction()
      .execute((trx) =>
        trx.selectFrom('workspaces').select('id').where('id', '=', workspaceId).forUpdate().executeTakeFirst(),
      )
  await compare({
    id: 'B2',
    goal: { atMost: 1.5 },
    note: `p95, ${CALLERS} callers of ${CALLS} calls each, ${ROWS} rows this month, ${await gate()} minutes left; ${loadNow()}`,
    ours: callersOf(gate),
    peer: callersOf(bare),
  })
} finally {
  await db.destroy()
  await bench.close()
}
