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

/** The limits of one file; null while unknown. */
interface FileLimits {
  mb: number | null
  minutes: number | null
}

/** Checks a file before it is sent to the server (UP-01). Null when it can be uploaded. `seconds`: 0 while unknown. */
export function candidateProblem(
  { name, size }: Pick<File, 'name' | 'size'>,
  { mb, minutes }: FileLimits,
  seconds = 0,
): CandidateProblem | null {
  if (!name.includes('.') || !(LIMITS.uploadExtensions as readonly string[]).includes(extensionOf(name)))
    return 'wrongType'
  if (size === 0) return 'empty'
  if (mb !== null && toMb(size) > mb) return 'tooLarge'
  return minutes !== null && seconds / 60 > minutes ? 'tooLong' : null
}

interface LeftOut {
  candidate: Candidate
  problem: CandidateProblem
}

/** The files that will be uploaded and those that are left out, each in their order. */
export function sortOut(
  candidates: readonly Candidate[],
  problemOf: (candidate: Candidate) => CandidateProblem | null,
): { accepted: Candidate[]; leftOut: LeftOut[] } {
  const accepted: Candidate[] = []
  const leftOut: LeftOut[] = []
  for (const candidate of candidates) {
    const problem = problemOf(candidate)
    if (problem === null) accepted.push(candidate)
    else leftOut.push({ candidate, problem })
  }
  return { accepted, leftOut }
}

/** The value that all files have in common; null if they differ. */
export function commonValue<K extends 'speakers' | 'language'>(
  candidates: readonly ReadyCandidate[],
  key: K,
): ReadyCandidate[K] | null {
  const values = new Set(candidates.map((candidate) => candidate[key]))
  const [first] = values
  return values.size === 1 && first !== undefined ? first : null
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

const reading = new WeakMap<Blob, Promise<number>>()

/** Duration of a recording in seconds; 0 when it cannot be read. A file is read once. */
export function durationOf(file: Blob): Promise<number> {
  const known = reading.get(file)
  if (known) return known
  const read = (async () => {
    const { readDuration } = await import('./read-duration.ts')
    return readDuration(file)
  })().catch(() => 0)
  reading.set(file, read)
  return read
}

/** The same, but 0 when it is not known within 300 ms. The server measures it later. */
export function recordingDuration(file: Blob): Promise<number> {
  return withinTimeout(() => durationOf(file))
}
