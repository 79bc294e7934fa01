// What a refused import says, and what the page makes of it.
import type { ImportProblem } from '@kaiwa/contract/exchange.ts'
import { ApiError } from '../platform/api-error.ts'

export type Obstacle =
  /** The file itself. */
  | { kind: 'problems'; problems: readonly ImportProblem[] }
  /** The caller edits in some tab; they may go on all the same. */
  | { kind: 'editing' }
  /** Somebody saved since the file was looked through. */
  | { kind: 'changed' }
  /** Nothing can be imported now. */
  | { kind: 'state' }

const isProblem = (value: unknown): value is ImportProblem =>
  typeof value === 'object' && value !== null && 'fault' in value && 'path' in value

const problemOf = (fault: ImportProblem['fault']): ImportProblem => ({ path: 'file', fault, line: null, found: null })

/** The obstacle that an error stands for; null for what is none of the file's (no network, no rights). */
export function obstacleOf(error: unknown): Obstacle | null {
  if (!(error instanceof ApiError)) return null
  const { problems, reason } = error.body
  if (Array.isArray(problems)) return { kind: 'problems', problems: problems.filter(isProblem) }
  if (error.fields['body']?.includes('max')) return { kind: 'problems', problems: [problemOf('too-large')] }
  if (error.code !== 'E_CONFLICT') return null
  if (reason === 'editing') return { kind: 'editing' }
  return { kind: reason === 'revision' ? 'changed' : 'state' }
}

/** What can be said before anything is sent. */
export const obstacleOfFile = ({ size }: { size: number }, maxMb: number): Obstacle | null =>
  size > maxMb * 1_048_576 ? { kind: 'problems', problems: [problemOf('too-large')] } : null

/** Where in the file a problem is, as people count: a line, or a subtitle; otherwise its path. */
export function placeOf({
  path,
  line,
}: ImportProblem): { line: number } | { number: number } | { path: string } | null {
  if (line !== null) return { line }
  const cue = /^cues\.(\d+)\./.exec(path)
  if (cue) return { number: Number(cue[1]) + 1 }
  return path === 'file' || path === 'cues' ? null : { path }
}
