// Names of one generation of a summary, in the usage ledger and in the job queue.

interface Generation {
  file_id: number
  generation: number
}

/** Cause in the usage ledger. */
export function causeOf({ file_id, generation }: Generation): string {
  return `summary:${file_id}:${generation}`
}

/** Key of the job. */
export function keyOf({ file_id, generation }: Generation): string {
  return `${file_id}:${generation}`
}

export const SUMMARY_JOB = 'summary.write'
