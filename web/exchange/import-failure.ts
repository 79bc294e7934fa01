// Maps the errors of a refused import to obstacles shown on the page.
import type { ImportProblem } from '@kaiwa/contract/exchange.ts'
import { ApiError } from '../platform/api-error.ts'

export type Obstacle =
  /** Problems in the file itself. */
  | { kind: 'problems'; problems: readonly ImportProblem[] }
  /** The caller is editing in some tab, and can import anyway. */
  | { kind: 'editing' }
  /** Someone saved after the file was checked. */
  | { kind: 'changed' }
  /** Nothing can be imported in the current state. */
  | { kind: 'state' }

const isProblem = (value: unknown): value is ImportProblem =>
  typeof value === 'object' && value !== null && 'fault' in value && 'path' in value

const problemOf = (fault: ImportProblem['fault']): ImportProblem => ({ path: 'file', fault, line: null, found: null })

/** The obstacle for an error; null if the error is not about the file (no network, no permission). */
export function obstacleOf(error: unknown): Obstacle | null {
  if (!(error instanceof ApiError)) return null
  const { problems, reason } = error.body
  if (Array.isArray(problems)) return { kind: 'problems', problems: problems.filter(isProblem) }
  if (error.fields['body']?.includes('max')) return { kind: 'problems', problems: [problemOf('too-large')] }
  if (error.code !== 'E_CONFLICT') return null
  if (reason === 'editing') return { kind: 'editing' }
  return { kind: reason === 'revision' ? 'changed' : 'state' }
}

/** Checks that are possible before anything is sent. */
export const obstacleOfFile = ({ size }: { size: number }, maxMb: number): Obstacle | null =>
  size > maxMb * 1_048_576 ? { kind: 'problems', problems: [problemOf('too-large')] } : null

/** The place of a problem in the file, counted from 1: a line or a subtitle, otherwise its path. */
export function placeOf({
  path,
  line,
}: ImportProblem): { line: number } | { number: number } | { path: string } | null {
  if (line !== null) return { line }
  const cue = /^cues\.(\d+)\./.exec(path)
  if (cue) return { number: Number(cue[1]) + 1 }
  return path === 'file' || path === 'cues' ? null : { path }
}
