import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../platform/api-error.ts'
import { call } from '../platform/call.ts'
import { errorText } from '../platform/error-text.ts'
import { clientConfigQuery } from '../platform/client-config.ts'
import { currentLanguage } from '../platform/i18n.ts'
import { useSession } from '../platform/session.ts'
import { toast } from '../platform/toasts.ts'
import { emailRule, nameRule, newPasswordRule, noRule } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/SubmitButton.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { PublicFrame } from '../ui/PublicFrame.tsx'
import { registerByMagic } from './request-magic.ts'
import { GoogleButton } from './google/GoogleButton.tsx'
import { ChosenPasswordField } from './passwords/ChosenPasswordField.tsx'
import { emailOfRedirect, invitationOfRedirect } from './redirect.ts'
import styles from './RegisterPage.module.css'

function isTaken(error: unknown): boolean {
  return error instanceof ApiError && (error.fields['email']?.includes('unique') ?? false)
}

function RegisterForm({ byMagic, onTaken }: { byMagic: boolean; onTaken: (email: string) => void }) {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  const { data: config } = useQuery(clientConfigQuery)
  const [search] = useSearchParams()
  const form = useForm(
    {
      last_name: { rule: nameRule, label: t('register.lastName') },
      first_name: { rule: nameRule, label: t('register.firstName') },
      email: {
        initial: emailOfRedirect(search.get('redirect')) ?? '',
        rule: emailRule,
        kind: 'email',
        label: t('register.email'),
      },
      password: { rule: byMagic ? noRule : newPasswordRule, kind: 'newPassword', label: t('register.password') },
    },
    async ({ password, ...values }) => {
      const invitation = invitationOfRedirect(search.get('redirect'))
      const body = {
        ...values,
        email: values.email.trim(),
        locale: currentLanguage(),
        ...(invitation === null ? {} : { invitation }),
      }
      try {
        if (byMagic) {
          await navigate(await registerByMagic(body))
          return
        }
        const { email } = await call('register', { body: { ...body, password } })
        await navigate('/register/complete', { state: { email } })
      } catch (error) {
        if (!isTaken(error)) throw error
        onTaken(body.email)
      }
    },
    (error) => toast.error(errorText(error)),
  )
  return (
    <form onSubmit={form.handleSubmit} noValidate>
      <Stack gap="md">
        <div className={styles.names}>
          <TextInput {...form.field('last_name')} autoComplete="family-name" withAsterisk />
          <TextInput {...form.field('first_name')} autoComplete="given-name" withAsterisk />
        </div>
        <TextInput {...form.field('email')} type="email" autoComplete="email" inputMode="email" withAsterisk />
        {!byMagic && (
          <ChosenPasswordField
            {...form.field('password')}
            words={[form.values.last_name, form.values.first_name, form.values.email]}
          />
        )}
        <Text size="xs" c="dimmed">
          <Trans
            t={t}
            i18nKey="register.terms"
            components={{
              terms: <Anchor href={config?.terms_url ?? '/terms'} target="_blank" inherit underline="always" />,
              privacy: <Anchor href={config?.privacy_url ?? '/privacy'} target="_blank" inherit underline="always" />,
            }}
          />
        </Text>
        <SubmitButton form={form}>{byMagic ? t('register.submitMagic') : t('register.submit')}</SubmitButton>
      </Stack>
    </form>
  )
}

function AlreadyRegistered({ email, onBack }: { email: string; onBack: () => void }) {
  const { t } = useTranslation('accounts')
  return (
    <PublicFrame title={t('register.takenTitle')}>
      <Stack gap="md" role="alert">
        <Text>{t('register.takenText', { email })}</Text>
        <Button component={Link} to="/login" state={{ email }} fullWidth>
          {t('register.toLogin')}
        </Button>
        <Button variant="subtle" onClick={onBack} fullWidth>
          {t('register.another')}
        </Button>
      </Stack>
    </PublicFrame>
  )
}

/** Registration with a password. A taken address offers the sign-in page (AUTH-18). */
function RegisterPage() {
  const { t } = useTranslation('accounts')
  const { data: session } = useSession()
  const [search] = useSearchParams()
  const [byMagic, setByMagic] = useState(false)
  const [takenEmail, setTakenEmail] = useState<string | null>(null)
  if (session) return <Navigate to="/" replace />
  if (takenEmail !== null) return <AlreadyRegistered email={takenEmail} onBack={() => setTakenEmail(null)} />
  return (
    <PublicFrame title={t('register.title')}>
      <RegisterForm byMagic={byMagic} onTaken={setTakenEmail} />
      <Button variant="default" fullWidth mt="sm" onClick={() => setByMagic(!byMagic)}>
        {byMagic ? t('register.byPassword') : t('register.byMagic')}
      </Button>
      <GoogleButton to="register" />
      <Text size="sm" mt="md" ta="center">
        {t('register.haveAccount')}{' '}
        <Anchor component={Link} to={`/login?${search.toString()}`} inherit underline="always">
          {t('register.toLogin')}
        </Anchor>
      </Text>
    </PublicFrame>
  )
}

export default RegisterPage
