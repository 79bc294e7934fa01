// Maps the errors of a refused import to what the page shows about them.
import type { ImportProblem } from '@kaiwa/contract/exchange.ts'
import { ApiError } from '../platform/api-error.ts'

export type ImportRefusal =
  /** Problems in the file itself. */
  | { kind: 'problems'; problems: readonly ImportProblem[] }
  /** The caller is editing in some tab, and can import anyway. */
  | { kind: 'editing' }
  /** Someone saved after the file was checked. */
  | { kind: 'changed' }
  /** Nothing can be imported in the current state. */
  | { kind: 'state' }

function isProblem(value: unknown): value is ImportProblem {
  return typeof value === 'object' && value !== null && 'fault' in value && 'path' in value
}

function problemOf(fault: ImportProblem['fault']): ImportProblem {
  return { path: 'file', fault, line: null, found: null }
}

/** The refusal in an error; null if the error is not about the file (no network, no permission). */
export function refusalOf(error: unknown): ImportRefusal | null {
  if (!(error instanceof ApiError)) return null
  const { problems, reason } = error.body
  if (Array.isArray(problems)) return { kind: 'problems', problems: problems.filter(isProblem) }
  if (error.fields['body']?.includes('max')) return { kind: 'problems', problems: [problemOf('too-large')] }
  if (error.code !== 'E_CONFLICT') return null
  if (reason === 'editing') return { kind: 'editing' }
  return { kind: reason === 'revision' ? 'changed' : 'state' }
}

/** Checks that are possible before anything is sent. */
export function refusalOfFile({ size }: { size: number }, maxMb: number): ImportRefusal | null {
  return size > maxMb * 1_048_576 ? { kind: 'problems', problems: [problemOf('too-large')] } : null
}

/** The location of a problem in the file, counted from 1: a line or a subtitle, otherwise its path. */
export function locationOf({
  path,
  line,
}: ImportProblem): { line: number } | { number: number } | { path: string } | null {
  if (line !== null) return { line }
  const cue = /^cues\.(\d+)\./.exec(path)
  if (cue) return { number: Number(cue[1]) + 1 }
  return path === 'file' || path === 'cues' ? null : { path }
}
