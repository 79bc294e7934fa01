import type { User } from '@kaiwa/contract/accounts.ts'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { queryClient } from '../../platform/query-client.ts'
import { toast } from '../../platform/toasts.ts'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { confirmationRule, loginPasswordRule } from '../../ui/form/rules.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { ChosenPasswordField } from '../passwords/ChosenPasswordField.tsx'
import { useNewPasswordRule } from '../passwords/use-new-password-rule.ts'
import { Card } from './Card.tsx'
import { NoPasswordCard } from './NoPasswordCard.tsx'
import { sessionsQuery } from './queries.ts'

function PasswordForm({ user, onChanged }: { user: User; onChanged: () => void }) {
  const { t } = useTranslation('profile')
  const words = [user.email, user.last_name, user.first_name]
  const { rule, onWeak } = useNewPasswordRule()
  const form = useForm(
    {
      current_password: { rule: loginPasswordRule, kind: 'password', label: t('current') },
      new_password: { rule, kind: 'newPassword', label: t('password') },
      confirmation: { rule: confirmationRule('new_password'), kind: 'confirmation', label: t('confirmation') },
    },
    async ({ current_password, new_password }) => {
      await call('changePassword', { body: { current_password, new_password } })
      void queryClient.invalidateQueries(sessionsQuery)
      toast.success(t('passwordSaved'))
      onChanged()
    },
    (error) => toast.error(errorText(error)),
  )
  return (
    <form onSubmit={form.handleSubmit} noValidate>
      <Stack gap="md" align="stretch">
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField {...form.field('current_password')} autoComplete="current-password" withAsterisk />
        <ChosenPasswordField {...form.field('new_password')} words={words} onWeak={onWeak} />
        <PasswordField {...form.field('confirmation')} autoComplete="new-password" withAsterisk />
        <Text size="xs" c="dimmed">
          {t('changeNote')}
        </Text>
        <div>
          <Button type="submit" disabled={!form.canSubmit} loading={form.isSending}>
            {t('change')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

/** Changes the password; the form is cleared afterwards. */
function ChangeCard({ user }: { user: User }) {
  const { t } = useTranslation('profile')
  const [changes, setChanges] = useState(0)
  return (
    <Card title={t('passwordTitle')}>
      <PasswordForm key={changes} user={user} onChanged={() => setChanges(changes + 1)} />
    </Card>
  )
}

/** Changes an existing password, or sets the first one (ACC-07). */
export function PasswordCard({ user }: { user: User }) {
  return user.is_set_password ? <ChangeCard user={user} /> : <NoPasswordCard user={user} />
}
