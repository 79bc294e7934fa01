import { job } from '../../platform/jobs/job.ts'
import { ANSWER_JOB } from '../answer-keys.ts'
import { finishAnswer } from '../end-answer.ts'
import { writeAnswer } from '../write-answer.ts'

interface AnswerData {
  message_id: number
  generation: number
  workspace_id: number
  user_id: number
}

/** Answers that one worker writes at the same time: they wait for providers most of the time. */
const CONCURRENCY = 8

/**
 * Writes one generation of an answer. After the death of a worker another one begins it again; an answer that ended is
 * left alone. A failure is the end of the answer, not of the job.
 */
export const answerJob = job<AnswerData>({
  name: ANSWER_JOB,
  concurrency: CONCURRENCY,
  unique: 'exclusive',
  fairness: { shares: ['workspace_id', 'user_id'] },
  retries: 2,
  timeout: 2 * 60 * 60,
  run: ({ message_id: id, generation, user_id: userId }, { app, signal, log }) =>
    writeAnswer({ app, signal, log }, { id, generation, userId }),
  giveUp: ({ message_id: id, generation }, { app }) =>
    app.db
      .transaction()
      .execute((trx) => finishAnswer(trx, { id, generation }, { status: 'failed', error: 'server-error' })),
})
