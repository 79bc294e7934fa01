import type { User } from '@kaiwa/contract/accounts.ts'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { toast } from '../../platform/toasts.ts'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { emailRule, loginPasswordRule, noRule } from '../../ui/form/rules.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { emailChangeQuery } from './queries.ts'
import { mustSignInAgain, SignInAgain } from './SignInAgain.tsx'

/**
 * Asks for the new address and, if one is set, the password, so that an unattended browser is not enough to take over
 * the account.
 */
export function EmailForm({ user, onDone }: { user: User; onDone: () => void }) {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const client = useQueryClient()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const [isStale, setIsStale] = useState(false)
  const hasPassword = user.is_set_password
  const form = useForm(
    {
      new_email: { rule: emailRule, kind: 'newEmail', label: t('newEmail') },
      current_password: { rule: hasPassword ? loginPasswordRule : noRule, kind: 'password', label: t('current') },
    },
    async ({ new_email, current_password }) => {
      setIsStale(false)
      const proof = hasPassword ? { current_password } : {}
      await call('requestEmailChange', { body: { new_email: new_email.trim(), ...proof } })
      await client.invalidateQueries(emailChangeQuery)
      onDone()
    },
    (error) => (mustSignInAgain(error) ? setIsStale(true) : toast.error(errorText(error))),
  )
  return (
    <form onSubmit={form.handleSubmit} noValidate>
      <Stack gap="md" align="stretch">
        {isStale && <SignInAgain />}
        <TextInput
          {...form.field('new_email')}
          ref={first}
          type="email"
          inputMode="email"
          autoComplete="email"
          withAsterisk
        />
        {hasPassword && (
          <PasswordField {...form.field('current_password')} autoComplete="current-password" withAsterisk />
        )}
        <Text size="xs" c="dimmed">
          {t('emailNote')}
        </Text>
        <Group gap="xs">
          <Button type="submit" disabled={!form.canSubmit} loading={form.isSending}>
            {t('emailSend')}
          </Button>
          <Button variant="subtle" onClick={onDone}>
            {common('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
