// Rules for numbers and choices. Separate from rules.ts, because the login page does not need them.
import type { Rule } from './rules.ts'

/** A required integer from `min` to `max`. Digits of full width are accepted. */
export function numberRule(min: number, max: number): Rule {
  return (value) => {
    const text = value.normalize('NFKC').trim()
    if (text === '') return { key: 'required' }
    if (!/^-?\d+$/.test(text)) return { key: 'format' }
    if (Number(text) < min) return { key: 'minNumber', values: { min } }
    return Number(text) > max ? { key: 'maxNumber', values: { max } } : null
  }
}

/** A required choice; nothing is chosen while the value is empty. */
export const choiceRule: Rule = (value) => (value === '' ? { key: 'select' } : null)
