import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { toast } from '../platform/toasts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { emailRule, nameRule, newPasswordRule, type Rule } from '../ui/form/rules.ts'
import { useForm } from '../ui/form/use-form.ts'
import styles from './Admin.module.css'
import { showFailed } from './failure.ts'
import type { Row } from './queries.ts'

const optionalPasswordRule: Rule = (value) => (value === '' ? null : newPasswordRule(value))

/** Names, address and, optionally, a new password of a user. Operators have names only: they change the rest in their profile. */
export function UpdateUserDialog({ user, onClose }: { user: Row<'listUsers'>; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const { t: common } = useTranslation()
  const client = useQueryClient()
  const form = useForm(
    {
      last_name: { initial: user.last_name, rule: nameRule, label: t('users.lastName') },
      first_name: { initial: user.first_name, rule: nameRule, label: t('users.firstName') },
      email: { initial: user.email, rule: emailRule, kind: 'email', label: t('users.email') },
      password: { rule: optionalPasswordRule, kind: 'newPassword', label: t('users.password') },
    },
    async ({ password, email, ...names }) => {
      const seen = { first_name: user.first_name, last_name: user.last_name, email: user.email }
      const body = { ...names, email: email.trim(), ...(password === '' ? {} : { password }), seen }
      await call('updateUser', { params: { userId: user.id }, body })
      toast.success(t('users.updated'))
      onClose()
      await client.invalidateQueries({ queryKey: ['admin'] })
    },
    showFailed(t('users.updateFailed')),
  )
  return (
    <Dialog opened title={t('users.update')} onClose={onClose}>
      <form onSubmit={form.handleSubmit} noValidate autoComplete="off">
        <Stack gap="md">
          <div className={styles.pair}>
            <TextInput {...form.field('last_name')} withAsterisk data-autofocus autoComplete="off" />
            <TextInput {...form.field('first_name')} withAsterisk autoComplete="off" />
          </div>
          {user.can.change_credentials ? (
            <>
              <TextInput {...form.field('email')} type="email" withAsterisk autoComplete="off" />
              <PasswordField
                {...form.field('password')}
                description={t('users.passwordHelp')}
                autoComplete="new-password"
              />
            </>
          ) : (
            <Text size="sm" c="dimmed">
              {t('users.namesOnly')}
            </Text>
          )}
          {form.values.password !== '' && (
            <Alert color="yellow" variant="light" role="alert">
              {t('users.passwordConfirm')}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" disabled={!form.canSubmit} loading={form.isSending}>
              {common('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
