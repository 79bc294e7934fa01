import { job } from '../../platform/jobs/job.ts'
import { endGeneration } from '../end-generation.ts'
import { SUMMARY_JOB } from '../generation-keys.ts'
import { writeSummary } from '../write-summary.ts'

interface SummaryData {
  file_id: number
  generation: number
  workspace_id: number
  user_id: number
}

/** Summaries that one worker writes at the same time: they wait for providers most of the time. */
const CONCURRENCY = 4

/**
 * Writes one generation of a summary. After the death of a worker another one writes the parts that are missing. A failure
 * is the end of the generation, not of the job.
 */
export const summaryJob = job<SummaryData>({
  name: SUMMARY_JOB,
  concurrency: CONCURRENCY,
  unique: 'exclusive',
  fairness: { shares: ['workspace_id', 'user_id'] },
  retries: 2,
  timeout: 6 * 60 * 60,
  run: ({ file_id, generation }, { app, signal, log }) => writeSummary({ app, signal, log }, file_id, generation),
  giveUp: ({ file_id, generation }, { app }) =>
    app.db
      .transaction()
      .execute((trx) => endGeneration(trx, { file_id, generation }, { unfinished: 'fail', error: 'server-error' })),
})
