import type { FieldErrorCode, FieldErrors } from '@kaiwa/contract/errors.ts'
import type { ImportProblem } from '@kaiwa/contract/exchange.ts'
import type { ImportFault } from '@kaiwa/contract/exchange-formats.ts'

const FIELD_CODE: Record<ImportFault, FieldErrorCode> = {
  'too-large': 'max',
  encoding: 'format',
  'unknown-format': 'format',
  'no-cues': 'format',
  times: 'format',
  'times-order': 'incorrect',
  'past-end': 'max',
  'too-many-blocks': 'max',
  'too-many-names': 'max',
  'too-long': 'max',
  'too-much-text': 'max',
  json: 'format',
  version: 'incorrect',
  shape: 'format',
  reference: 'incorrect',
  repeated: 'unique',
  characters: 'format',
  term: 'mismatch',
}

/** Maximum of problems reported for one file. */
export const MAX_PROBLEMS = 100
/** Maximum characters quoted from the file. */
const MAX_QUOTED_CHARACTERS = 80

export function problem(
  path: string,
  fault: ImportFault,
  line: number | null = null,
  found: string | null = null,
): ImportProblem {
  return {
    path,
    fault,
    line,
    found: found === null ? null : found.trim().slice(0, MAX_QUOTED_CHARACTERS).toWellFormed(),
  }
}

/** A file that cannot be imported, with the reasons. */
export class ImportFailure extends Error {
  override name = 'ImportFailure'
  readonly problems: readonly ImportProblem[]

  constructor(problems: readonly ImportProblem[]) {
    const reported = problems.slice(0, MAX_PROBLEMS)
    super(reported.map(({ path, fault }) => `${path}: ${fault}`).join(', '))
    this.problems = reported
  }

  /** In the form of E_UNPROCESSABLE_ENTITY. */
  get errors(): FieldErrors {
    const errors: FieldErrors = {}
    for (const { path, fault } of this.problems)
      errors[path] = [...new Set([...(errors[path] ?? []), FIELD_CODE[fault]])]
    return errors
  }
}
