import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useMutation, useQuery } from '@tanstack/react-query'
import { codeOf } from '../platform/api-error.ts'
import { call } from '../platform/call.ts'
import { errorText } from '../platform/error-text.ts'
import { currentLanguage } from '../platform/i18n.ts'
import { chooseLanguage } from '../platform/language.ts'
import { useSession } from '../platform/session.ts'
import { CheckField } from '../ui/form/CheckField.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { emailRule, loginPasswordRule, noRule } from '../ui/form/rules.ts'
import { useForm } from '../ui/form/use-form.ts'
import { PublicFrame } from '../ui/PublicFrame.tsx'
import { clientConfigQuery } from '../platform/client-config.ts'
import { lazyPart } from '../platform/lazy-part.tsx'
import { toast } from '../platform/toasts.ts'
import { requestMagicLogin } from './request-magic.ts'
import { GoogleButton } from './google/GoogleButton.tsx'
import { destinationAfterLogin, emailOfRedirect, invitationOfRedirect } from './redirect.ts'
import { requiresSecondStep, secondStepAddress } from './second-step.ts'
import { useOpenSession } from './use-open-session.ts'
import styles from './LoginPage.module.css'

/** Only for invited visitors. */
const InvitationNote = lazyPart<object>(
  async () => (await import('./InvitationNote.tsx')).InvitationNote,
  [],
  <div className={styles.invitation} />,
)

/** In local mode only, and labelled as such: one click signs in to the sample workspace. */
function SampleAccount() {
  const { t } = useTranslation('accounts')
  const openAndContinue = useOpenSession()
  const { data } = useQuery(clientConfigQuery)
  const [search] = useSearchParams()
  const isConsole = search.get('redirect')?.startsWith('/admin') === true
  const account = isConsole ? data?.sample_operator : data?.sample_account
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { email: string; password: string }) => call('login', { body: { ...body, remember: false } }),
    onSuccess: async (session) => {
      // Everyone who tries the product shares this account: its language is not theirs.
      await chooseLanguage(currentLanguage())
      await openAndContinue(session)
    },
    onError: (error) => toast.error(errorText(error)),
  })
  if (!account) return null
  return (
    <div className={styles.sample}>
      <Button variant="light" fullWidth loading={isPending} onClick={() => mutate(account)}>
        {t(isConsole ? 'login.sampleOperator' : 'login.sample')}
      </Button>
      <Text size="xs" c="dimmed" mt="xs" ta="center">
        {t('login.sampleNote')}
        {isConsole && ` ${account.email} / ${account.password}`}
      </Text>
    </div>
  )
}

function emailOfState(state: unknown): string | null {
  return typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : null
}

/** Hides the password field and skips its validation when signing in by emailed link (AUTH-02). */
function LoginForm({ byMagic }: { byMagic: boolean }) {
  const { t } = useTranslation('accounts')
  const openAndContinue = useOpenSession()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { state } = useLocation() as { state: unknown }
  const [failure, setFailure] = useState<unknown>(null)
  const [remember, setRemember] = useState(false)
  const form = useForm(
    {
      email: {
        initial: emailOfState(state) ?? emailOfRedirect(search.get('redirect')) ?? '',
        rule: emailRule,
        kind: 'email',
        label: t('login.email'),
      },
      password: { rule: byMagic ? noRule : loginPasswordRule, kind: 'password', label: t('login.password') },
    },
    async ({ email, password }) => {
      setFailure(null)
      if (byMagic) await navigate(await requestMagicLogin(email.trim()))
      else await openAndContinue(await call('login', { body: { email: email.trim(), password, remember } }))
    },
    (error) => {
      if (requiresSecondStep(error)) void navigate(secondStepAddress(search.get('redirect')))
      else setFailure(error)
    },
  )
  const isUnverified = codeOf(failure) === 'E_EMAIL_NOT_VERIFIED'
  return (
    <form onSubmit={form.handleSubmit} noValidate>
      <Stack gap="md">
        {failure !== null && (
          <Alert color="red" variant="light" role="alert">
            {errorText(failure)}
            {isUnverified && (
              <Anchor
                component={Link}
                to="/accounts/verify/resend"
                state={{ email: form.values.email }}
                display="block"
              >
                {t('login.resend')}
              </Anchor>
            )}
          </Alert>
        )}
        <TextInput {...form.field('email')} type="email" autoComplete="username" inputMode="email" />
        {!byMagic && (
          <>
            <PasswordField {...form.field('password')} autoComplete="current-password" />
            <Anchor component={Link} to="/reset-password" state={{ email: form.values.email }} size="sm">
              {t('login.forgot')}
            </Anchor>
            <CheckField label={t('login.remember')} isChecked={remember} onChange={setRemember} />
          </>
        )}
        <Button type="submit" disabled={!form.canSubmit} loading={form.isSending} fullWidth>
          {byMagic ? t('login.submitMagic') : t('login.submit')}
        </Button>
      </Stack>
    </form>
  )
}

/** Sign-in with email and password. Redirects a signed-in user immediately. */
function LoginPage() {
  const { t } = useTranslation('accounts')
  const { data: session } = useSession()
  const [search] = useSearchParams()
  const [byMagic, setByMagic] = useState(false)
  if (session) return <Navigate to={destinationAfterLogin(search.get('redirect'), session.user.email)} replace />
  return (
    <PublicFrame title={t('login.title')}>
      {invitationOfRedirect(search.get('redirect')) !== null && <InvitationNote />}
      <LoginForm byMagic={byMagic} />
      <Button variant="default" fullWidth mt="sm" onClick={() => setByMagic(!byMagic)}>
        {byMagic ? t('login.byPassword') : t('login.byMagic')}
      </Button>
      <GoogleButton to="login" />
      <Text size="sm" mt="md" ta="center">
        {t('login.noAccount')}{' '}
        <Anchor component={Link} to={`/register?${search.toString()}`} inherit underline="always">
          {t('login.toRegister')}
        </Anchor>
      </Text>
      <Text size="sm" mt="xs" ta="center">
        <Anchor component={Link} to="/subscription-request" inherit underline="always">
          {t('corporate')}
        </Anchor>
      </Text>
      <Text size="xs" mt="xs" ta="center">
        <Anchor component={Link} to="/legal/commerce" inherit underline="always">
          {t('commerce')}
        </Anchor>
      </Text>
      <SampleAccount />
    </PublicFrame>
  )
}

export default LoginPage
