import type { Job } from '../platform/jobs/job.ts'
import type { TestApp } from './open-test-app.ts'

/** Runs one job here and now, as the clock would: what it brings about is left to `settle`. */
export const runJob = async (test: Pick<TestApp, 'app'>, job: Job<Record<string, never>>): Promise<void> => {
  const signal = new AbortController().signal
  await job.run({}, { app: test.app, log: test.app.log, signal, id: 'test', attempt: 0, isLastTry: async () => false })
}
