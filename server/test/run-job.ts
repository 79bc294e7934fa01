import type { Job } from '../platform/jobs/job.ts'
import type { TestApp } from './open-test-app.ts'

/** Runs one job immediately, as the scheduler would; `settle` runs the jobs and events that it creates. */
export async function runJob(test: Pick<TestApp, 'app'>, job: Job<Record<string, never>>): Promise<void> {
  const signal = new AbortController().signal
  await job.run({}, { app: test.app, log: test.app.log, signal, id: 'test', attempt: 0, isLastTry: async () => false })
}
