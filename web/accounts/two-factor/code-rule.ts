import { parseCode } from '@kaiwa/contract/codes.ts'
import type { Rule } from '../../ui/form/rules.ts'

/** Accepts a code in any typed form. */
export const codeRule: Rule = (value) => {
  if (value.trim() === '') return { key: 'required' }
  return parseCode(value) ? null : { key: 'format' }
}
