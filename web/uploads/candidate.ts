import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import type { SpokenLanguage } from '@kaiwa/contract/files.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { ApiError } from '../platform/api-error.ts'
import { toMb } from '../platform/sizes.ts'

/** A file that somebody chose, before it is announced to the server. */
export type Candidate = {
  uuid: string
  file: File
  /** 0 is automatic. */
  speakers: number
  language: SpokenLanguage
}

/** Why a file cannot be uploaded, as a key of the texts. */
export type CandidateProblem = 'wrongType' | 'empty' | 'tooLarge' | 'tooLong' | 'badName' | 'refused'

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/** What can be seen before the server is asked (UP-01); null when nothing speaks against it. */
export const candidateProblem = (
  { name, size }: Pick<File, 'name' | 'size'>,
  maxMb: number | null,
): CandidateProblem | null => {
  if (!name.includes('.') || !(LIMITS.uploadExtensions as readonly string[]).includes(extensionOf(name)))
    return 'wrongType'
  if (size === 0) return 'empty'
  return maxMb !== null && toMb(size) > maxMb ? 'tooLarge' : null
}

/** The text for a refusal that concerns all files and has a sentence of its own here; null where the code's sentence fits. */
export const refusalText = ({ code, body }: Pick<ApiError, 'code' | 'body'>): 'tooManyUnsent' | null =>
  code === 'E_TOO_MANY_REQUESTS' && body['reason'] === 'unsent-uploads' ? 'tooManyUnsent' : null

const PROBLEMS: Record<string, Record<string, CandidateProblem>> = {
  name: { format: 'wrongType', max: 'badName', required: 'badName' },
  size: { min: 'empty', required: 'empty', format: 'empty', max: 'tooLarge' },
  duration: { max: 'tooLong' },
}

/** What the server says about single files: `{"files.0.name": ["format"]}` → `[[0, 'wrongType']]`. */
export const refusedCandidates = (errors: FieldErrors): Map<number, CandidateProblem> => {
  const problems = new Map<number, CandidateProblem>()
  for (const [path, codes] of Object.entries(errors)) {
    const match = /^files\.(\d+)(?:\.(\w+))?/.exec(path)
    const index = Number(match?.[1] ?? Number.NaN)
    if (Number.isNaN(index)) continue
    problems.set(index, PROBLEMS[match?.[2] ?? '']?.[codes[0] ?? ''] ?? 'refused')
  }
  return problems
}
