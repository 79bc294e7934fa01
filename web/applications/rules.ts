import { readPhone, readPostalCode } from '@kaiwa/contract/company-fields.ts'
import type { Reading } from '@kaiwa/contract/company-fields.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { nameRule } from '../ui/form/rules.ts'
import type { Rule } from '../ui/form/rules.ts'

/** The rule of a field that the contract reads by this function. */
function ruleOf(read: (text: string) => Reading): Rule {
  return (value) => {
    const { code } = read(value)
    if (code === undefined) return null
    if (code === 'max') return { key: 'maxLength', values: { max: LIMITS.phoneMax } }
    if (code === 'min') return { key: 'minLength', values: { min: LIMITS.phoneMin } }
    return { key: code === 'required' ? 'required' : 'format' }
  }
}

export const phoneRule = ruleOf(readPhone)

/** Three digits, an optional hyphen, four digits. */
export const postalCodeRule = ruleOf(readPostalCode)

export const optionalNameRule: Rule = (value) => (value.trim() === '' ? null : nameRule(value))
