import { useState } from 'react'
import type { ChangeEvent, FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import { ApiError } from '../../platform/api-error.ts'
import { changed, emptyForm, isValid, left, problemOf, refused, shownProblem, tried } from './form-state.ts'
import type { Specs } from './form-state.ts'

type Values<S extends Specs> = { [K in keyof S]: string }

export interface BoundField {
  name: string
  label: string
  value: string
  error: string | null
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
  onBlur: () => void
}

/**
 * A form of text fields. A field shows its problem once it was touched. `canSubmit` is true when every field is valid
 * and no request is running (UI-18). The server's field errors are shown until the field changes (API-04); all other
 * errors thrown by `onSubmit` are passed to `onFailure`. `initialErrors`: field errors of the server from an earlier page.
 */
export function useForm<S extends Specs>(
  specs: S,
  onSubmit: (values: Values<S>) => Promise<void>,
  onFailure: (error: unknown) => void,
  initialErrors: FieldErrors = {},
) {
  const { t } = useTranslation()
  const [state, setState] = useState(() => {
    const empty = emptyForm(specs)
    return refused(specs, empty, initialErrors) ?? empty
  })
  const [isSending, setIsSending] = useState(false)
  const values = state.values as Values<S>
  const canSend = isValid(specs, state)

  const takeRefusal = (error: unknown): boolean => {
    const next = error instanceof ApiError ? refused(specs, state, error.fields) : null
    // Keeps text typed during the request.
    if (next) setState((current) => ({ ...next, values: current.values }))
    return next !== null
  }

  const submit = async (): Promise<void> => {
    setState((current) => tried(specs, current))
    if (!canSend || isSending) return
    setIsSending(true)
    try {
      await onSubmit(values)
    } catch (error) {
      if (!takeRefusal(error)) onFailure(error)
    } finally {
      setIsSending(false)
    }
  }

  return {
    values,
    isSending,
    /** Labels of the fields that keep the form from being submitted. */
    incomplete: Object.entries(specs).flatMap(([name, { label }]) => (problemOf(specs, state, name) ? [label] : [])),
    canSubmit: canSend && !isSending,
    /** Sets values from elsewhere than an input of text. */
    change: (next: Partial<Values<S>>) =>
      setState((current) =>
        Object.entries(next).reduce((all, [name, value]) => changed(all, name, value as string), current),
      ),
    handleSubmit: (event: FormEvent) => {
      event.preventDefault()
      void submit()
    },
    field: (name: keyof S & string): BoundField => {
      const label = specs[name]?.label ?? name
      const problem = shownProblem(specs, state, name)
      return {
        name,
        label,
        value: values[name],
        error: problem && t(problem.key, { label, ...problem.values }),
        onChange: ({ currentTarget: { value } }) => setState((current) => changed(current, name, value)),
        onBlur: () => setState((current) => left(current, name)),
      }
    },
  }
}
