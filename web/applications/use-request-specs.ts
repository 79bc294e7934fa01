import type { User } from '@kaiwa/contract/accounts.ts'
import { useTranslation } from 'react-i18next'
import { emailRule, nameRule } from '../ui/form/rules.ts'
import { choiceRule } from '../ui/form/value-rules.ts'
import type { FieldSpec } from '../ui/form/form-state.ts'
import { optionalNameRule, phoneRule, postalCodeRule } from './rules.ts'

const RULES = {
  plan_id: { rule: choiceRule, kind: 'choice' },
  payment_type: { rule: choiceRule, kind: 'choice' },
  company_name: { rule: nameRule },
  department_name: { rule: optionalNameRule },
  contact_last_name: { rule: nameRule },
  contact_first_name: { rule: nameRule },
  contact_email: { rule: emailRule, kind: 'email' },
  contact_phone: { rule: phoneRule },
  postal_code: { rule: postalCodeRule },
  prefecture: { rule: choiceRule },
  city: { rule: nameRule },
  address_1: { rule: nameRule },
  address_2: { rule: optionalNameRule },
  term: { rule: choiceRule },
  policy: { rule: choiceRule },
} as const satisfies Record<string, Omit<FieldSpec, 'label'>>

export type RequestField = keyof typeof RULES
export type RequestValues = Record<RequestField, string>
export type RequestSpecs = Record<RequestField, FieldSpec>

const FIELDS = Object.keys(RULES) as RequestField[]
const OPTIONAL: readonly RequestField[] = ['department_name', 'address_2']

/** The value of an agreement that was given. */
export const AGREED = 'yes'

/** True if the entries may be confirmed. */
export function isComplete(values: Readonly<Record<string, string>> | undefined): values is RequestValues {
  return values !== undefined && FIELDS.every((name) => RULES[name].rule(values[name] ?? '') === null)
}

/** Known values of a logged-in applicant. */
export function entriesOf(user: User | undefined): Readonly<Record<string, string>> {
  if (!user) return {}
  return {
    contact_last_name: user.last_name,
    contact_first_name: user.first_name,
    contact_email: user.email,
    company_name: user.company?.name ?? '',
  }
}

export function useRequestSpecs(initial: Readonly<Record<string, string>>): RequestSpecs {
  const { t } = useTranslation('applications')
  return Object.fromEntries(
    FIELDS.map((name) => {
      const label = t(`fields.${name}`)
      const isOptional = OPTIONAL.includes(name)
      return [
        name,
        { ...RULES[name], label: isOptional ? t('optional', { label }) : label, initial: initial[name] ?? '' },
      ]
    }),
  ) as RequestSpecs
}
