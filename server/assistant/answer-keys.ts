// Names of one writing of an answer, in the usage ledger and in the job queue.

interface Writing {
  id: number
  generation: number
}

/** Cause in the usage ledger. */
export function causeOf({ id, generation }: Writing): string {
  return `chat-message:${id}:${generation}`
}

/** Key of the job. */
export function keyOf({ id, generation }: Writing): string {
  return `${id}:${generation}`
}

export const ANSWER_JOB = 'assistant.answer'
