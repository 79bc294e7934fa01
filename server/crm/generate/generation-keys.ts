// Names of one generation, in the usage ledger and in the job queue.

/** Cause in the usage ledger. */
export function causeOf({ id }: { id: number }): string {
  return `crm:${id}`
}

/** Key of the job. */
export function keyOf({ id }: { id: number }): string {
  return String(id)
}

export const GENERATION_JOB = 'crm.generate'
