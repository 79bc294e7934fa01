import { MIN_OTHER_LETTERS } from '@kaiwa/contract/password-rules.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/call.ts'
import { NewPasswordField } from '../../ui/form/NewPasswordField.tsx'
import { newPasswordRule } from '../../ui/form/rules.ts'
import type { BoundField } from '../../ui/form/use-form.ts'

/** Milliseconds without typing before the server is asked. */
const PAUSE_MS = 300

interface ChosenPasswordFieldProps extends BoundField {
  /** Names and address of the person, which a password may not consist of. */
  words: readonly string[]
  /** Called with the password when it is easy to guess, and with null when it is not known to be. */
  onWeak: (password: string | null) => void
}

/** A field for a new password that asks the server whether the password is easy to guess. */
export function ChosenPasswordField({ words, onWeak, ...field }: ChosenPasswordFieldProps) {
  const { t } = useTranslation()
  const known = words.filter((word) => word !== '')
  const [password] = useDebouncedValue(field.value, PAUSE_MS)
  const { data } = useQuery({
    queryKey: ['password-check', password, known],
    queryFn: ({ signal }) => call('checkPassword', { body: { password, words: known } }, { signal }),
    enabled: newPasswordRule(password) === null,
    // A password is not kept in memory once its field is gone.
    gcTime: 0,
    retry: false,
  })
  const weakness = data !== undefined && field.value === password ? (data.weakness ?? 'none') : null
  const weak = weakness === 'common' || weakness === 'personal' ? weakness : null
  const notify = useEffectEvent(onWeak)
  useEffect(() => notify(weak === null ? null : password), [weak, password])
  const problem = {
    common: t('passwordCommon'),
    personal: t('passwordPersonal', { min: MIN_OTHER_LETTERS }),
  }
  return <NewPasswordField {...field} error={weak === null ? field.error : problem[weak]} weakness={weakness} />
}
