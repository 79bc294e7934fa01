import type { Logger } from 'pino'
import type { UnmeasuredTranscript } from './measure-talk.ts'

/** Each is logged once per revision: its figures are not computed again. */
export function logUnmeasured(log: Logger, failures: readonly UnmeasuredTranscript[]): void {
  for (const failure of failures) log.error(failure, 'figures of talk cannot be computed')
}
