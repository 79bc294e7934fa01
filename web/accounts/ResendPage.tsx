import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { call } from '../platform/call.ts'
import { toast } from '../platform/toasts.ts'
import { emailRule } from '../ui/form/rules.ts'
import { useForm } from '../ui/form/use-form.ts'
import { PublicFrame } from '../ui/PublicFrame.tsx'
import { resendQuery } from './resend-query.ts'

/** Sends the verification email again. The response does not reveal whether the address is waiting for one. */
function ResendPage() {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { state } = useLocation() as { state: { email?: string } | null }
  const form = useForm(
    {
      email: {
        initial: state?.email ?? search.get('email') ?? '',
        rule: emailRule,
        kind: 'email',
        label: t('register.email'),
      },
    },
    async ({ email }) => {
      await call('resendVerification', { query: { ...resendQuery(search), email: email.trim() } })
      toast.success(t('verify.resent'))
      await navigate('/login', { state: { email: email.trim() } })
    },
    () => void navigate('/accounts/verify/resend/failed'),
  )
  return (
    <PublicFrame title={t('verify.resendTitle')}>
      <form onSubmit={form.handleSubmit} noValidate>
        <Stack gap="md">
          <Text>{t('verify.resendHelp')}</Text>
          <TextInput {...form.field('email')} type="email" autoComplete="email" inputMode="email" />
          <Button type="submit" disabled={!form.canSubmit} loading={form.isSending}>
            {t('verify.resendSubmit')}
          </Button>
          <Anchor component={Link} to="/login" size="sm">
            {t('verify.toLogin')}
          </Anchor>
        </Stack>
      </form>
    </PublicFrame>
  )
}

export default ResendPage
