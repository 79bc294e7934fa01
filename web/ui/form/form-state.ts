// A form of text fields as data: values, touched fields, and problems from the server. The hook only stores it.
// Own code: @mantine/form adds 4 % to the JavaScript of the login page, and stores problems where these are derived
// (decision 73).
import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import { serverProblem } from './rules.ts'
import type { FieldKind, Problem, Rule } from './rules.ts'

export interface FieldSpec {
  initial?: string
  rule: Rule
  kind?: FieldKind
  label: string
}
export type Specs = Readonly<Record<string, FieldSpec>>

export interface FormState {
  values: Readonly<Record<string, string>>
  touched: ReadonlySet<string>
  /** The server's problem with a field, until the field changes. */
  refused: Readonly<Record<string, Problem>>
}

export function emptyForm(specs: Specs): FormState {
  return {
    values: Object.fromEntries(Object.entries(specs).map(([name, { initial }]) => [name, initial ?? ''])),
    touched: new Set(),
    refused: {},
  }
}

/** The problem of a field, whether it was touched or not. */
export function problemOf(specs: Specs, { refused, values }: FormState, name: string): Problem | null {
  return refused[name] ?? specs[name]?.rule(values[name] ?? '', values) ?? null
}

/** True when the form may be submitted: every field is valid and the server rejected none (UI-18). */
export function isValid(specs: Specs, state: FormState): boolean {
  return Object.keys(specs).every((name) => problemOf(specs, state, name) === null)
}

/** The problem of a field, once it was touched. */
export function shownProblem(specs: Specs, state: FormState, name: string): Problem | null {
  return state.touched.has(name) ? problemOf(specs, state, name) : null
}

/** After typing, the server's problem with the old value no longer applies. */
export function changed(state: FormState, name: string, value: string): FormState {
  return {
    ...state,
    values: { ...state.values, [name]: value },
    refused: Object.fromEntries(Object.entries(state.refused).filter(([key]) => key !== name)),
  }
}

/** After blur. An empty field that was only tabbed through is not touched. */
export function left(state: FormState, name: string): FormState {
  return state.values[name] === '' ? state : { ...state, touched: new Set([...state.touched, name]) }
}

/** After a submit attempt, every field shows its problem. */
export function tried(specs: Specs, state: FormState): FormState {
  return {
    ...state,
    touched: new Set(Object.keys(specs)),
  }
}

/** Assigns the server's error codes to their fields (ERR-05); null when none belongs to this form. */
export function refused(specs: Specs, state: FormState, errors: FieldErrors): FormState | null {
  const entries = Object.entries(specs).flatMap(([name, { kind = 'text' }]) => {
    const code = errors[name]?.[0]
    return code ? [[name, serverProblem(code, kind)] as const] : []
  })
  return entries.length === 0 ? null : { ...tried(specs, state), refused: Object.fromEntries(entries) }
}
