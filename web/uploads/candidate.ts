import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import type { SpokenLanguage } from '@kaiwa/contract/files.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { ApiError } from '../platform/api-error.ts'
import { toMb } from '../platform/format-size.ts'

/** A chosen file before it is announced to the server. */
export interface Candidate {
  uuid: string
  file: File
  /** Number of speakers; 0 is automatic. */
  speakers: number
  /** Null: the language that the installation preselects. */
  language: SpokenLanguage | null
}

/** A file that is sent: its language is settled. */
export type ReadyCandidate = Candidate & { language: SpokenLanguage }

/** Reason why a file cannot be uploaded; a key of the texts. */
export type CandidateProblem = 'wrongType' | 'empty' | 'tooLarge' | 'tooLong' | 'badName' | 'refused'

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase()
}

/** Checks a file before it is sent to the server (UP-01). Null when it can be uploaded. */
export function candidateProblem(
  { name, size }: Pick<File, 'name' | 'size'>,
  maxMb: number | null,
): CandidateProblem | null {
  if (!name.includes('.') || !(LIMITS.uploadExtensions as readonly string[]).includes(extensionOf(name)))
    return 'wrongType'
  if (size === 0) return 'empty'
  return maxMb !== null && toMb(size) > maxMb ? 'tooLarge' : null
}

/** Key of the text for a refusal of all files; null when the general text of the error code is used. */
export function refusalText({ code, body }: Pick<ApiError, 'code' | 'body'>): 'tooManyUnsent' | null {
  return code === 'E_TOO_MANY_REQUESTS' && body['reason'] === 'unsent-uploads' ? 'tooManyUnsent' : null
}

const PROBLEMS: Record<string, Record<string, CandidateProblem>> = {
  name: { format: 'wrongType', max: 'badName', required: 'badName' },
  size: { min: 'empty', required: 'empty', format: 'empty', max: 'tooLarge' },
  duration: { max: 'tooLong' },
}

/** Problems of files by index, from the field errors of a response: `{"files.0.name": ["format"]}`: 0 → 'wrongType'. */
export function refusedCandidates(errors: FieldErrors): Map<number, CandidateProblem> {
  const problems = new Map<number, CandidateProblem>()
  for (const [path, codes] of Object.entries(errors)) {
    const match = /^files\.(\d+)(?:\.(\w+))?/.exec(path)
    const index = Number(match?.[1] ?? Number.NaN)
    if (Number.isNaN(index)) continue
    problems.set(index, PROBLEMS[match?.[2] ?? '']?.[codes[0] ?? ''] ?? 'refused')
  }
  return problems
}

/** Milliseconds after which the duration counts as unknown (UP-17). */
export const DURATION_TIMEOUT_MS = 300

/** Seconds that `read` resolves to, or 0 when it fails, is invalid or takes longer than 300 ms. */
export async function withinTimeout(read: () => Promise<number>): Promise<number> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<number>((resolve) => {
    timer = setTimeout(() => resolve(0), DURATION_TIMEOUT_MS)
  })
  const seconds = await Promise.race([read().catch(() => 0), tooLate])
  clearTimeout(timer)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0
}

/** Preloads the reader, so that its download does not count towards the 300 ms. */
export function prepareDurations(): void {
  void import('./read-duration.ts').catch(() => undefined)
}

/** Duration of a recording in seconds; 0 when it cannot be read within 300 ms. The server measures it later. */
export function recordingDuration(file: Blob): Promise<number> {
  return withinTimeout(async () => {
    const { readDuration } = await import('./read-duration.ts')
    return readDuration(file)
  })
}
