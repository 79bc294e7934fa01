import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { App } from '../app.ts'
import type { JsonObject } from '../json.ts'
import { attempt, giveUp } from './attempt-job.ts'
import { DEAD_LETTERS } from './boss.ts'
import { arrangeQueue } from './fair-order.ts'
import type { AnyJob } from './job.ts'
import type { Fairness } from './jobs.ts'

export interface Workers {
  stop: () => Promise<void>
}

const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 }

/**
 * Claims and runs jobs until stopped. Then the signals of running handlers abort, and other workers continue with their
 * jobs.
 */
export async function startWorkers(app: App, boss: PgBoss, jobs: readonly AnyJob[]): Promise<Workers> {
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
  const workOn = async (job: AnyJob, more: { localGroupConcurrency?: 1 } = {}): Promise<void> => {
    let worker = ''
    worker = await boss.work<JsonObject>(
      job.name,
      // Cancellation is detected with the next heartbeat of the worker.
      { ...polling, ...more, heartbeatRefreshSeconds: 1, includeMetadata: true },
      async ([claimed]) => {
        if (!claimed) return
        await track(attempt(app, boss, job, claimed, stopping.signal))
        if (job.fairness) await track(arrange(job.name, job.fairness))
        // Look for the next job immediately: otherwise a worker runs at most one job per second.
        boss.notifyWorker(worker)
      },
    )
  }
  for (const job of jobs) {
    const { concurrency = 1, reserved = 0 } = job
    // One of the usual workers and the reserved ones together run at most one job of each group.
    const shared = reserved > 0 ? 1 + reserved : 0
    for (let n = 0; n < concurrency + reserved - shared; n += 1) await workOn(job)
    for (let n = 0; n < shared; n += 1) await workOn(job, { localGroupConcurrency: 1 })
  }
  await boss.work<JsonObject>(DEAD_LETTERS, { ...polling, includeMetadata: true }, async ([letter]) => {
    if (letter) await track(giveUp(app, jobs, letter as JobWithMetadata<JsonObject>))
  })
  return {
    stop: async () => {
      // Stop claiming before aborting the running handlers; otherwise this worker would claim their jobs again.
      await Promise.all(
        [...jobs.map(({ name }) => name), DEAD_LETTERS].map((name) => boss.offWork(name, { wait: false })),
      )
      stopping.abort(new Error('worker shutting down'))
      await Promise.allSettled(running)
    },
  }
}
