// B3: p95 of the lists of the console over 1,000,000 rows (users, applications, contracts, invoices, purchase histories,
// audit log) and of its dashboard: the first 200 pages and every filter, against page 1 of the same lists over 1,000 rows.
// Words that nearly all rows contain are measured as well and printed, without a goal (decisions 155 and 166).
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getDashboard, listOperatorActions } from '@kaiwa/contract/admin-console.ts'
import { listInvoices, listPurchaseHistories } from '@kaiwa/contract/admin-invoices.ts'
import { listSubscriptionRequests } from '@kaiwa/contract/admin-requests.ts'
import { listSubscriptions } from '@kaiwa/contract/admin-subscriptions.ts'
import { listUsers } from '@kaiwa/contract/admin-users.ts'
import type { Operation } from '@kaiwa/contract/operation.ts'
import { createOperator } from '../server/test/factories/operators.ts'
import { fillAdminLists } from './admin-rows.ts'
import { openCalls } from './in-process-calls.ts'
import { compare, median, p95 } from './measure.ts'
import { IS_SHORT, KEEP, loadNow } from './run-options.ts'

const ROWS = IS_SHORT ? 50_000 : 1_000_000
const FEW = 1_000
/** Every page is asked for once in this many pairs. */
const PAGE_STEP = 5

const FILTERS: readonly (readonly [Operation, readonly Record<string, unknown>[]])[] = [
  [listUsers, [{}, { status: 'enabled' }, { status: 'disabled' }, { status: 'closed' }, { query: 'b3-777@' }]],
  [
    listPurchaseHistories,
    [{}, { billing_type: 'purchase_point' }, { billing_type: 'payment_auto' }, { query: 'b3-777@' }],
  ],
  [
    listInvoices,
    [{}, { status: 'paid' }, { status: 'failed' }, { status: 'all' }, { due: 'overdue' }, { query: 'B3-00777' }],
  ],
  [
    listSubscriptionRequests,
    [{}, { status: 'wait-setup' }, { status: 'approved' }, { status: 'all' }, { status: 'all', query: 'b3-777@' }],
  ],
  [listOperatorActions, [{}, { action: 'user.update' }, { query: 'b3-777@' }]],
  [
    listSubscriptions,
    [
      {},
      { status: 'finished' },
      { status: 'terminated' },
      { status: 'all' },
      { type: 1 },
      { type: 2 },
      { query: 'b3-777@' },
    ],
  ],
]

/** Words of all rows. */
const BROAD: readonly (readonly [Operation, Record<string, unknown>])[] = [
  [listUsers, { query: 'kaiwa' }],
  [listPurchaseHistories, { query: 'kaiwa' }],
  [listSubscriptionRequests, { status: 'all', query: '見本' }],
  [listSubscriptions, { status: 'all', query: 'kaiwa' }],
  [listInvoices, { status: 'all', query: '見本' }],
  [listOperatorActions, { query: 'kaiwa' }],
]

/** Fills the lists unless the folder KEEP has a filled database of this size; a half-filled one is deleted. */
async function openFilled(rows: number) {
  const keep = KEEP && join(KEEP, `b3-${rows}`)
  const isFilled = keep !== undefined && existsSync(join(keep, 'filled'))
  if (keep !== undefined && !isFilled) await rm(keep, { recursive: true, force: true })
  const calls = await openCalls({ keep })
  if (isFilled) return calls
  const began = performance.now()
  await fillAdminLists(calls.db, rows)
  process.stdout.write(`${rows} rows filled in ${Math.round((performance.now() - began) / 1000)} s\n`)
  if (keep !== undefined) await writeFile(join(keep, 'filled'), '')
  return calls
}

async function open(rows: number) {
  const calls = await openFilled(rows)
  const operator = await createOperator(calls.db)
  /** Milliseconds of one list. */
  const time = async (operation: Operation, query: Record<string, unknown>): Promise<number> => {
    const began = performance.now()
    await calls.succeed(operation, { query }, operator)
    return performance.now() - began
  }
  const timeDashboard = async (): Promise<number> => {
    const began = performance.now()
    await calls.succeed(getDashboard, {}, operator)
    return performance.now() - began
  }
  return { time, timeDashboard, close: calls.close }
}

const [many, few] = [await open(ROWS), await open(FEW)]
try {
  const times = new Map<string, number[]>()
  const note = (what: string, ms: number): number => {
    times.set(what, [...(times.get(what) ?? []), ms])
    return ms
  }
  await compare({
    id: 'B3',
    goal: { atMost: 2 },
    note: `p95, ${ROWS} rows in each list; ${loadNow()}`,
    ours: async () => {
      const taken: number[] = []
      for (const [operation, filters] of FILTERS)
        for (const filter of filters)
          for (let page = 1; page <= ('query' in filter ? 1 : 200); page += PAGE_STEP) {
            taken.push(
              note(`${operation.name} ${JSON.stringify(filter)}`, await many.time(operation, { ...filter, page })),
            )
          }
      for (let round = 0; round < 40; round += 1) taken.push(note('dashboard', await many.timeDashboard()))
      return p95(taken)
    },
    peer: async () => {
      const taken: number[] = []
      for (let round = 0; round < 40; round += 1)
        for (const [operation] of FILTERS) taken.push(await few.time(operation, { page: 1 }))
      for (let round = 0; round < 40; round += 1) taken.push(await few.timeDashboard())
      return p95(taken)
    },
  })
  for (const [operation, query] of BROAD)
    process.stdout.write(
      `words of all rows: ${operation.name} ${(await many.time(operation, { ...query, page: 1 })).toFixed(0)} ms\n`,
    )
  const slowest = [...times].map(([what, taken]) => ({ what, ms: median(taken) })).toSorted((a, b) => b.ms - a.ms)
  for (const { what, ms } of slowest.slice(0, 8)) process.stdout.write(`slowest: ${what}, median ${ms.toFixed(1)} ms\n`)
} finally {
  await many.close()
  await few.close()
}
