import { useState } from 'react'
import { newPasswordRule, type Rule } from '../../ui/form/rules.ts'

interface NewPasswordRule {
  rule: Rule
  /** Called with a password that the server finds easy to guess; null when the typed one is not known to be. */
  onWeak: (password: string | null) => void
}

/** The rule of a `ChosenPasswordField`: it also refuses the password that the server finds easy to guess. */
export function useNewPasswordRule(): NewPasswordRule {
  const [weak, setWeak] = useState<string | null>(null)
  return {
    rule: (value) => newPasswordRule(value) ?? (value === weak ? { key: 'passwordCommon' } : null),
    onWeak: setWeak,
  }
}
