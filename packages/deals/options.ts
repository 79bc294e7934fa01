// Options of an enumeration: found by value, by label, or by a label that is equal without width and case.
import { normalise } from '@kaiwa/language/normalise.ts'
import type { Property } from './property.ts'

type Option = Property['options'][number]

/** Fold for comparison: width, case, and spaces do not count. */
export function foldLabel(text: string): string {
  return normalise(text).replaceAll(/\s+/g, '')
}

type Find = (text: string) => Option | undefined

/** The first option of each key. */
function firstBy(options: readonly Option[], keyOf: (option: Option) => string): Map<string, Option> {
  return new Map(options.toReversed().map((option) => [keyOf(option), option]))
}

/** Literal names come before folded ones, and labels and values are folded once. */
function finderOf(options: readonly Option[]): Find {
  const values = firstBy(options, ({ value }) => value)
  const labels = firstBy(options, ({ label }) => label)
  const foldedLabels = firstBy(options, ({ label }) => foldLabel(label))
  const foldedValues = firstBy(options, ({ value }) => foldLabel(value))
  return (text) => {
    const exact = values.get(text) ?? labels.get(text)
    if (exact) return exact
    const folded = foldLabel(text)
    return foldedLabels.get(folded) ?? foldedValues.get(folded)
  }
}

const SEPARATORS = [/;/, /[;；、,，\n]/]

/** The options that all parts name; null if one is unknown, or if there are more parts than options. */
function findAll(find: Find, parts: readonly string[], max: number): Option[] | null {
  if (parts.length === 0 || parts.length > max) return null
  const found = new Set<Option>()
  for (const part of parts) {
    const option = find(part)
    if (!option) return null
    found.add(option)
  }
  return [...found]
}

/** The options that a list names; null if one of them is unknown. */
export function findOptions(options: readonly Option[], text: string): Option[] | null {
  const find = finderOf(options)
  const whole = find(text.trim())
  if (whole) return [whole]
  for (const separator of SEPARATORS) {
    const parts = text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '')
    const found = findAll(find, parts, options.length)
    if (found) return found
  }
  return null
}
