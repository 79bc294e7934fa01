import { useState } from 'react'
import type { ChangeEvent, FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../platform/api-error.ts'
import { serverProblem } from './rules.ts'
import type { FieldKind, Problem, Rule } from './rules.ts'

export type FieldSpec = { initial?: string; rule: Rule; kind?: FieldKind; label: string }
type Specs = Readonly<Record<string, FieldSpec>>
type Values<S extends Specs> = { [K in keyof S]: string }

export type BoundField = {
  name: string
  label: string
  value: string
  error: string | null
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  onBlur: () => void
}

/**
 * A form of text fields. A field shows its problem once it was touched; `canSubmit` is true when every field validates
 * and nothing is on its way (UI-18). What the server refuses shows on the field it names, until that field changes
 * (API-04); everything else that is thrown by `onSubmit` reaches `onFailure`.
 */
export const useForm = <S extends Specs>(
  specs: S,
  onSubmit: (values: Values<S>) => Promise<void>,
  onFailure: (error: unknown) => void,
) => {
  const { t } = useTranslation()
  const names = Object.keys(specs) as (keyof S & string)[]
  const [values, setValues] = useState(
    () => Object.fromEntries(names.map((name) => [name, specs[name]?.initial ?? ''])) as Values<S>,
  )
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Readonly<Record<string, Problem>>>({})
  const [isSending, setIsSending] = useState(false)

  const problemOf = (name: keyof S & string): Problem | null =>
    refused[name] ?? specs[name]?.rule(values[name], values) ?? null
  const write = (problem: Problem, label: string): string => t(problem.key, { label, ...problem.values })
  const isValid = names.every((name) => problemOf(name) === null)

  const takeRefusal = (error: ApiError): boolean => {
    const entries = names.flatMap((name) => {
      const code = error.fields[name]?.[0]
      return code ? [[name, serverProblem(code, specs[name]?.kind ?? 'text')] as const] : []
    })
    setRefused(Object.fromEntries(entries))
    setTouched(new Set(names))
    return entries.length > 0
  }

  const submit = async (): Promise<void> => {
    setTouched(new Set(names))
    if (!isValid || isSending) return
    setIsSending(true)
    try {
      await onSubmit(values)
    } catch (error) {
      if (!(error instanceof ApiError && takeRefusal(error))) onFailure(error)
    } finally {
      setIsSending(false)
    }
  }

  return {
    values,
    isSending,
    canSubmit: isValid && !isSending,
    handleSubmit: (event: FormEvent) => {
      event.preventDefault()
      void submit()
    },
    field: (name: keyof S & string): BoundField => {
      const label = specs[name]?.label ?? name
      const problem = touched.has(name) ? problemOf(name) : null
      return {
        name,
        label,
        value: values[name],
        error: problem && write(problem, label),
        onChange: ({ currentTarget }) => {
          const { value } = currentTarget
          setValues((current) => ({ ...current, [name]: value }))
          setRefused((current) => Object.fromEntries(Object.entries(current).filter(([key]) => key !== name)))
        },
        onBlur: () => {
          // An empty field that was only passed through is not yet wrong.
          if (values[name] !== '') setTouched((current) => new Set([...current, name]))
        },
      }
    },
  }
}
