import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { codeOf } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { serverNow } from '../../platform/response-clock.ts'
import { useSession } from '../../platform/session.ts'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { confirmationRule } from '../../ui/form/rules.ts'
import { SubmitButton } from '../../ui/form/SubmitButton.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Loading } from '../../ui/Loading.tsx'
import { PublicFrame } from '../../ui/PublicFrame.tsx'
import { ChosenPasswordField } from './ChosenPasswordField.tsx'
import { linkState } from './link-state.ts'
import { useNewPasswordRule } from './use-new-password-rule.ts'

function AnotherLink({ email }: { email: string | null }) {
  const { t } = useTranslation('passwords')
  return (
    <Anchor component={Link} to="/reset-password" state={{ email: email ?? '' }} display="block">
      {t('again')}
    </Anchor>
  )
}

function ChangeForm({ search, isFirst }: { search: URLSearchParams; isFirst: boolean }) {
  const { t } = useTranslation('passwords')
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>(null)
  const email = search.get('email')
  const { rule, onWeak } = useNewPasswordRule()
  const form = useForm(
    {
      password: { rule, kind: 'newPassword', label: t('password') },
      password_confirmation: { rule: confirmationRule('password'), kind: 'confirmation', label: t('confirmation') },
    },
    async (body) => {
      setFailure(null)
      await call('resetPassword', { query: { ...Object.fromEntries(search), token: search.get('token') ?? '' }, body })
      await navigate('/reset-password/complete', { replace: true, state: { email } })
    },
    setFailure,
  )
  return (
    <form onSubmit={form.handleSubmit} noValidate>
      <Stack gap="md">
        {failure !== null && (
          <Alert color="red" variant="light" role="alert">
            {errorText(failure)}
            {codeOf(failure) === 'AUTH_RESET_PASSWORD_INVALID_TOKEN' && <AnotherLink email={email} />}
          </Alert>
        )}
        {/* For password managers, which store the new password under this name. */}
        <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
        <ChosenPasswordField {...form.field('password')} words={[email ?? '']} onWeak={onWeak} />
        <PasswordField {...form.field('password_confirmation')} autoComplete="new-password" withAsterisk />
        <Text size="xs" c="dimmed">
          {t('changeNote')}
        </Text>
        <SubmitButton form={form}>{isFirst ? t('setSubmit') : t('changeSubmit')}</SubmitButton>
      </Stack>
    </form>
  )
}

/**
 * /reset-password/change: the emailed link (AUTH-42). Its expiry is checked with the server's clock, not the device's.
 */
function ChangePage() {
  const { t } = useTranslation('passwords')
  const [search] = useSearchParams()
  const { isPending } = useSession()
  const [link] = useState(() => search)
  const isFirst = link.get('is_set_password') === '1'
  if (isPending) return <Loading />
  const state = linkState(link.get('expires'), serverNow())
  return (
    <PublicFrame title={isFirst ? t('setTitle') : t('changeTitle')}>
      {state === 'open' ? (
        <ChangeForm search={link} isFirst={isFirst} />
      ) : (
        <Alert color="red" variant="light" role="alert">
          {state === 'expired' ? t('expiredUrl') : t('invalidUrl')}
          <AnotherLink email={link.get('email')} />
        </Alert>
      )}
    </PublicFrame>
  )
}

export default ChangePage
