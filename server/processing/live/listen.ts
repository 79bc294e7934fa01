// Reads a recording while its upload grows, and cuts its speech into chunks that are recognised at once.
import { job } from '../../platform/jobs/job.ts'
import { RUN_FAIRNESS, type RunJob } from '../store/runs.ts'

export const listen = job<RunJob>({
  name: 'processing.listen',
  concurrency: 8,
  retries: 4,
  timeout: 7 * 24 * 3600,
  unique: 'exclusive',
  fairness: RUN_FAIRNESS,
  run: async () => undefined,
})
