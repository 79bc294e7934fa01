// Writes an answer and ends it once.
import { finishAnswer } from './end-answer.ts'
import { type AnswerEnd, claimAnswer, type ClaimedAnswer } from './store/messages.ts'
import { readTask, type Work } from './task.ts'
import { writePassages } from './write-passages.ts'
import { writeWithModel } from './write-with-model.ts'

async function write(work: Work, answer: ClaimedAnswer): Promise<AnswerEnd> {
  const { db, config } = work.app
  const task = await readTask(db, answer)
  if (!task) return { status: 'failed', error: 'server-error' }
  if (task.files.length === 0) return { status: 'failed', error: 'not-ready' }
  if (answer.source === 'passages') return writePassages(db, task)
  const model = config.ai?.models.find(({ id, host }) => id === answer.model && host === answer.host)
  // The configuration changed since the question.
  return model ? writeWithModel(work, task, model) : { status: 'failed', error: 'server-error' }
}

/** Writes this generation of an answer, if it has not ended. */
export async function writeAnswer(work: Work, { id, generation }: { id: number; generation: number }): Promise<void> {
  const { db } = work.app
  const answer = await claimAnswer(db, id, generation)
  if (!answer) return
  const end = await write(work, answer)
  await db.transaction().execute((trx) => finishAnswer(trx, { id, claim: answer.claim }, end))
}
