// Options of an enumeration: found by value, by label, or by a label that is equal without width and case.
import { normalise } from '@kaiwa/language/normalise.ts'
import type { Property } from './property.ts'

type Option = Property['options'][number]

/** Fold for comparison: width, case, and spaces do not count. */
export function foldLabel(text: string): string {
  return normalise(text).replaceAll(/\s+/g, '')
}

export function findOption(options: readonly Option[], text: string): Option | undefined {
  const exact = options.find(({ value }) => value === text) ?? options.find(({ label }) => label === text)
  if (exact) return exact
  const folded = foldLabel(text)
  return (
    options.find(({ label }) => foldLabel(label) === folded) ?? options.find(({ value }) => foldLabel(value) === folded)
  )
}

const SEPARATORS = [/;/, /[;；、,，\n]/]

/** The options that a list names; null if one of them is unknown. */
export function findOptions(options: readonly Option[], text: string): Option[] | null {
  const whole = findOption(options, text.trim())
  if (whole) return [whole]
  for (const separator of SEPARATORS) {
    const parts = text.split(separator).map((part) => part.trim())
    const found = parts.filter((part) => part !== '').map((part) => findOption(options, part))
    if (found.length > 0 && found.every((option) => option !== undefined)) return [...new Set(found)]
  }
  return null
}
