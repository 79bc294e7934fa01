import { job } from '../../../platform/jobs/job.ts'
import { endGeneration, failed } from '../end-generation.ts'
import { GENERATION_JOB } from '../generation-keys.ts'
import { writeGeneration } from '../write-generation.ts'

interface GenerationData {
  generation_id: number
  workspace_id: number
  user_id: number
}

/** Generations that one worker writes at the same time: they wait for providers most of the time. */
const CONCURRENCY = 4

/**
 * Writes one generation. After the death of a worker another one writes the values that are missing. A failure is the end
 * of the generation, not of the job.
 */
export const generationJob = job<GenerationData>({
  name: GENERATION_JOB,
  concurrency: CONCURRENCY,
  unique: 'exclusive',
  fairness: { shares: ['workspace_id', 'user_id'] },
  retries: 2,
  timeout: 2 * 60 * 60,
  run: ({ generation_id: id }, { app, signal, log }) => writeGeneration({ app, signal, log }, id),
  giveUp: ({ generation_id: id }, { app }) =>
    app.db.transaction().execute((trx) => endGeneration(trx, { id }, failed('server-error'))),
})
