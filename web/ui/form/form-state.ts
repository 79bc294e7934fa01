// A form of text fields as data: what stands in it, what was touched, what the server refused. The hook only holds it.
import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import { serverProblem } from './rules.ts'
import type { FieldKind, Problem, Rule } from './rules.ts'

export type FieldSpec = { initial?: string; rule: Rule; kind?: FieldKind; label: string }
export type Specs = Readonly<Record<string, FieldSpec>>

export type FormState = {
  values: Readonly<Record<string, string>>
  touched: ReadonlySet<string>
  /** What the server said about a field, until it changes. */
  refused: Readonly<Record<string, Problem>>
}

export const emptyForm = (specs: Specs): FormState => ({
  values: Object.fromEntries(Object.entries(specs).map(([name, { initial }]) => [name, initial ?? ''])),
  touched: new Set(),
  refused: {},
})

const problemOf = (specs: Specs, { refused, values }: FormState, name: string): Problem | null =>
  refused[name] ?? specs[name]?.rule(values[name] ?? '', values) ?? null

/** Whether it may be sent: every field validates, and nothing stands that the server refused (UI-18). */
export const isValid = (specs: Specs, state: FormState): boolean =>
  Object.keys(specs).every((name) => problemOf(specs, state, name) === null)

/** What is wrong with a field, once it was touched. */
export const shownProblem = (specs: Specs, state: FormState, name: string): Problem | null =>
  state.touched.has(name) ? problemOf(specs, state, name) : null

/** Somebody typed: the server's word on the old value no longer holds. */
export const changed = (state: FormState, name: string, value: string): FormState => ({
  ...state,
  values: { ...state.values, [name]: value },
  refused: Object.fromEntries(Object.entries(state.refused).filter(([key]) => key !== name)),
})

/** The focus went on. An empty field that was only passed through is not yet wrong. */
export const left = (state: FormState, name: string): FormState =>
  state.values[name] === '' ? state : { ...state, touched: new Set([...state.touched, name]) }

/** It was to be sent: from now on every field says what is wrong with it. */
export const tried = (specs: Specs, state: FormState): FormState => ({
  ...state,
  touched: new Set(Object.keys(specs)),
})

/** The server's codes, each on the field that it names (ERR-05); null when none of them is of this form. */
export const refused = (specs: Specs, state: FormState, errors: FieldErrors): FormState | null => {
  const entries = Object.entries(specs).flatMap(([name, { kind = 'text' }]) => {
    const code = errors[name]?.[0]
    return code ? [[name, serverProblem(code, kind)] as const] : []
  })
  return entries.length === 0 ? null : { ...tried(specs, state), refused: Object.fromEntries(entries) }
}
