import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { App } from '../app.ts'
import type { Listener } from '../database/listen.ts'
import type { JsonObject } from '../json.ts'
import { attempt, giveUp } from './attempt-job.ts'
import { DEAD_LETTERS, JOB_NOTIFY } from './boss.ts'
import { findDueQueues } from './due-queues.ts'
import { arrangeQueue } from './fair-order.ts'
import type { AnyJob } from './job.ts'
import type { Fairness } from './jobs.ts'
import { openWakingQueue } from './wake-workers.ts'

export interface Workers {
  stop: () => Promise<void>
}

/** Interval at which one statement looks for delayed jobs of all queues. NOTIFY announces only jobs that may run immediately. */
const POLL_MS = 1_000
/** pg-boss would ask for each worker; it does so in case the timer of this file fails. */
const polling = { pollingIntervalSeconds: 60 }

/**
 * Claims and runs jobs until stopped. Then the signals of running handlers abort, and other workers continue with their
 * jobs.
 */
export async function startWorkers(
  app: App,
  boss: PgBoss,
  jobs: readonly AnyJob[],
  listener: Listener,
): Promise<Workers> {
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  const track = <T>(work: Promise<T>): Promise<T> => {
    running.add(work)
    void work.finally(() => running.delete(work)).catch(() => {})
    return work
  }
  const arrange = (name: string, fairness: Fairness): Promise<void> =>
    arrangeQueue(app.db, name, fairness).catch((error: unknown) =>
      app.log.warn({ err: error, job: name }, 'waiting jobs could not be put in order'),
    )
  const names = [...jobs.map(({ name }) => name), DEAD_LETTERS]
  const queues = new Map(names.map((name) => [name, openWakingQueue((worker) => boss.notifyWorker(worker))]))
  const workOn = async (job: AnyJob, more: { localGroupConcurrency?: 1 } = {}): Promise<void> => {
    const queue = queues.get(job.name)!
    let worker = ''
    worker = await boss.work<JsonObject>(
      job.name,
      // Cancellation is detected with the next heartbeat of the worker.
      { ...polling, ...more, heartbeatRefreshSeconds: 1, includeMetadata: true },
      async ([claimed]) => {
        if (!claimed) return
        queue.begin(worker)
        try {
          await track(attempt(app, boss, job, claimed, stopping.signal))
          if (job.fairness) await track(arrange(job.name, job.fairness))
        } finally {
          // Look for the next job immediately: otherwise a worker runs at most one job per second.
          queue.end(worker)
        }
      },
    )
    queue.add(worker, more.localGroupConcurrency ? 'shared' : 'usual')
  }
  for (const job of jobs) {
    const { concurrency = 1, reserved = 0 } = job
    // One of the usual workers and the reserved ones together run at most one job of each group.
    const shared = reserved > 0 ? 1 + reserved : 0
    for (let n = 0; n < concurrency + reserved - shared; n += 1) await workOn(job)
    for (let n = 0; n < shared; n += 1) await workOn(job, { localGroupConcurrency: 1 })
  }
  const letters = await boss.work<JsonObject>(DEAD_LETTERS, { ...polling, includeMetadata: true }, async ([letter]) => {
    if (letter) await track(giveUp(app, jobs, letter as JobWithMetadata<JsonObject>))
  })
  queues.get(DEAD_LETTERS)!.add(letters, 'usual')
  await listener.on(JOB_NOTIFY, {
    onNotify: (name) => queues.get(name)?.notify(),
    onConnect: () => queues.forEach((queue) => queue.notifyAll()),
  })
  const wakeDue = async (): Promise<void> => {
    for (const name of await findDueQueues(app.db, names)) queues.get(name)?.notify()
  }
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void track(wakeDue())
      .catch((error: unknown) => app.log.warn({ err: error }, 'delayed jobs could not be found, retrying'))
      .finally(() => (isLooking = false))
  }, POLL_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      // Stop claiming before aborting the running handlers; otherwise this worker would claim their jobs again.
      await Promise.all(names.map((name) => boss.offWork(name, { wait: false })))
      stopping.abort(new Error('worker shutting down'))
      await Promise.allSettled(running)
    },
  }
}
