import type { User } from '@kaiwa/contract/accounts.ts'
import { Button, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { changeUser } from '../../platform/session.ts'
import { toast } from '../../platform/toasts.ts'
import { nameRule } from '../../ui/form/rules.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { Card } from './Card.tsx'
import styles from './ProfilePage.module.css'

export function NameCard({ user }: { user: User }) {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const form = useForm(
    {
      last_name: { initial: user.last_name, rule: nameRule, label: t('lastName') },
      first_name: { initial: user.first_name, rule: nameRule, label: t('firstName') },
    },
    async (body) => {
      changeUser((await call('updateProfile', { body })).user)
      toast.success(t('saved'))
    },
    (error) => toast.error(errorText(error)),
  )
  return (
    <Card title={t('nameTitle')}>
      <form onSubmit={form.handleSubmit} noValidate>
        <Stack gap="md" align="flex-start">
          <div className={styles.pair} style={{ width: '100%' }}>
            <TextInput {...form.field('last_name')} autoComplete="family-name" withAsterisk />
            <TextInput {...form.field('first_name')} autoComplete="given-name" withAsterisk />
          </div>
          <Button type="submit" disabled={!form.canSubmit} loading={form.isSending}>
            {common('save')}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
