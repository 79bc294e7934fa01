import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { emailRule } from '../../ui/form/rules.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { PublicFrame } from '../../ui/PublicFrame.tsx'

/** /reset-password: asks for the address to send the link to (AUTH-40). */
function RequestPage() {
  const { t } = useTranslation('passwords')
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { email?: string } | null }
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm(
    { email: { initial: state?.email ?? '', rule: emailRule, kind: 'email', label: t('email') } },
    async ({ email }) => {
      setFailure(null)
      await call('requestPasswordReset', { body: { email: email.trim() } })
      await navigate('/reset-password/sent', { state: { email: email.trim() } })
    },
    setFailure,
  )
  return (
    <PublicFrame title={t('requestTitle')}>
      <form onSubmit={form.handleSubmit} noValidate>
        <Stack gap="md">
          {failure !== null && (
            <Alert color="red" variant="light" role="alert">
              {errorText(failure)}
            </Alert>
          )}
          <Text>{t('requestHelp')}</Text>
          <TextInput {...form.field('email')} type="email" autoComplete="username" inputMode="email" />
          <Button type="submit" disabled={!form.canSubmit} loading={form.isSending} fullWidth>
            {t('requestSubmit')}
          </Button>
          <Anchor component={Link} to="/login" size="sm">
            {t('toLogin')}
          </Anchor>
        </Stack>
      </form>
    </PublicFrame>
  )
}

export default RequestPage
