// Writes an answer and ends it once.
import { finishAnswer } from './end-answer.ts'
import { type AnswerEnd, claimAnswer } from './store/messages.ts'
import { type AnswerOrder, readTask, type Task, type Work } from './task.ts'
import { writePassages } from './write-passages.ts'
import { writeWithModel } from './write-with-model.ts'

async function write(work: Work, task: Task | null): Promise<AnswerEnd> {
  const { config } = work.app
  if (!task) return { status: 'failed', error: 'server-error' }
  const { answer } = task
  if (task.files.length === 0) return { status: 'failed', error: 'not-ready' }
  if (answer.source === 'passages') return writePassages(work, task)
  const model = config.ai?.models.find(({ id, host }) => id === answer.model && host === answer.host)
  // The configuration changed since the question.
  return model ? writeWithModel(work, task, model) : { status: 'failed', error: 'server-error' }
}

/** Writes this generation of an answer, if it has not ended. Its input is read while the claim is stored. */
export async function writeAnswer(work: Work, order: AnswerOrder): Promise<void> {
  const { db } = work.app
  const [claimed, task] = await Promise.all([claimAnswer(db, { ...order, waits: false }), readTask(db, order)])
  if (!claimed) return
  const end = await write(work, task && { ...task, answer: { ...task.answer, claim: claimed.claim } })
  await db.transaction().execute((trx) => finishAnswer(trx, claimed, end))
}
