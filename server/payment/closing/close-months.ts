import { monthInJapan } from '@kaiwa/money/days.ts'
import type { App } from '../../platform/app.ts'
import { databaseTime } from '../../platform/database/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { mailInvoices } from '../invoices/mail-invoices.ts'
import { issuerOf } from '../invoices/parties.ts'
import { closeBatch, type ClosingOrder } from './close-batch.ts'
import { findUnclosed } from './store/contracts.ts'

/** Subscriptions per transaction: one set of statements for all of them. */
const BATCH = 500
/** Transactions at the same time: one computes while the other one writes. */
const WIDTH = 2

export interface ClosingOptions {
  /** Months before the one of this instant are closed. */
  at: Date
  signal?: AbortSignal
}

/** Closes a batch; if that fails, each subscription alone, so that one of them does not stop the others. */
async function closeOrDivide(app: App, ids: readonly number[], order: ClosingOrder): Promise<unknown[]> {
  try {
    await app.db.transaction().execute((trx) => closeBatch(trx, ids, order))
    return []
  } catch (error) {
    if (ids.length === 1) {
      app.log.error({ err: error, subscription: ids[0] }, 'month not closed')
      return [error]
    }
  }
  const failures: unknown[] = []
  for (const id of ids) failures.push(...(await closeOrDivide(app, [id], order)))
  return failures
}

/**
 * Closes every ended month of every subscription. A month is closed once: the job may run twice, on two nodes, late, or
 * again after a crash. Throws after the last subscription if one of them failed.
 */
export async function closeMonths(app: App, { at, signal }: ClosingOptions): Promise<void> {
  const until = monthInJapan(at)
  const order = { at, issuer: issuerOf(app.config) }
  const failures: unknown[] = []
  const running = new Set<Promise<void>>()
  const close = async (ids: readonly number[]): Promise<void> => {
    failures.push(...(await closeOrDivide(app, ids, order)))
  }
  let after = 0
  while (!signal?.aborted) {
    const { ids, last } = await findUnclosed(app.db, { until, after, limit: BATCH })
    if (last === null) break
    after = last
    if (ids.length === 0) continue
    const one = close(ids).finally(() => running.delete(one))
    running.add(one)
    if (running.size >= WIDTH) await Promise.race(running)
  }
  await Promise.all(running)
  signal?.throwIfAborted()
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} subscriptions were not closed`)
}

/** Closes the months that have ended in Japan and mails their invoices. */
export const closeEndedMonths = job<Record<string, never>>({
  name: 'payment.close-months',
  unique: 'exclusive',
  timeout: 4 * 3600,
  run: async (_data, { app, signal }) => {
    await closeMonths(app, { at: await databaseTime(app.db), signal })
    await app.db.transaction().execute((trx) => app.jobs.send(trx, mailInvoices, {}))
  },
})
