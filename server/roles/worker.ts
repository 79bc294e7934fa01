import { startRelay } from '../platform/events/relay.ts'
import { startWorkers } from '../platform/jobs/work.ts'
import type { RoleContext, Running } from './role.ts'

/** Runs jobs and the handlers of events. */
export async function startWorker({ app, boss, jobs, subscriptions, listener }: RoleContext): Promise<Running> {
  const [workers, relay] = await Promise.all([
    startWorkers(app, boss, jobs, listener()),
    startRelay(app, subscriptions, listener()),
  ])
  return {
    stop: async () => {
      await Promise.allSettled([workers.stop(), relay.stop()])
    },
  }
}
