import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../platform/api-error.ts'
import { call } from '../platform/call.ts'
import { errorText } from '../platform/error-text.ts'
import { currentLanguage } from '../platform/i18n.ts'
import { isInstalledApp } from '../platform/installed-app.ts'
import { openSession, useSession } from '../platform/session.ts'
import { toast } from '../platform/toasts.ts'
import { emailRule, nameRule, noRule } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/SubmitButton.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { LegalSentence } from '../ui/LegalSentence.tsx'
import { PublicFrame } from '../ui/PublicFrame.tsx'
import { waitingPageUrl } from './request-magic.ts'
import { GoogleButton } from './google/GoogleButton.tsx'
import { ChosenPasswordField } from './passwords/ChosenPasswordField.tsx'
import { useNewPasswordRule } from './passwords/use-new-password-rule.ts'
import { InvitationNote, useInvitation } from './InvitationNote.tsx'
import { destinationAfterLogin, emailOfRedirect } from './redirect.ts'
import styles from './RegisterPage.module.css'

function isTaken(error: unknown): boolean {
  return error instanceof ApiError && (error.fields['email']?.includes('unique') ?? false)
}

function RegisterForm({ byMagic, onTaken }: { byMagic: boolean; onTaken: (email: string) => void }) {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { token, invitation } = useInvitation()
  const invited = emailOfRedirect(search.get('redirect'))
  // Only the invited address can accept the invitation.
  const isAddressFixed = invitation !== undefined && invited?.toLowerCase() === invitation.to_email.toLowerCase()
  const { rule: passwordRule, onWeak } = useNewPasswordRule()
  const form = useForm(
    {
      last_name: { rule: nameRule, label: t('register.lastName') },
      first_name: { rule: nameRule, label: t('register.firstName') },
      email: {
        initial: invited ?? '',
        rule: emailRule,
        kind: 'email',
        label: t('register.email'),
      },
      password: { rule: byMagic ? noRule : passwordRule, kind: 'newPassword', label: t('register.password') },
    },
    async ({ password, ...values }) => {
      const body = {
        ...values,
        email: values.email.trim(),
        locale: currentLanguage(),
        ...(token === null ? {} : { invitation: token }),
      }
      try {
        const { email, is_signed_in: isSignedIn } = byMagic
          ? await call('registerMagic', { body: { ...body, is_app: isInstalledApp() } })
          : await call('register', { body: { ...body, password } })
        // The page continues to the invitation once the session is open.
        if (isSignedIn) await openSession(await call('checkSession'))
        else if (byMagic) await navigate(waitingPageUrl('register', email))
        else await navigate('/register/complete', { state: { email } })
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
        <TextInput
          {...form.field('email')}
          type="email"
          autoComplete="email"
          inputMode="email"
          withAsterisk
          readOnly={isAddressFixed}
          variant={isAddressFixed ? 'filled' : 'default'}
          description={isAddressFixed ? t('invitation.address') : null}
        />
        {!byMagic && (
          <ChosenPasswordField
            {...form.field('password')}
            words={[form.values.last_name, form.values.first_name, form.values.email]}
            onWeak={onWeak}
          />
        )}
        <Text size="xs" c="dimmed">
          <LegalSentence text={t('register.terms')} />
        </Text>
        <SubmitButton form={form}>{byMagic ? t('register.submitMagic') : t('register.submit')}</SubmitButton>
      </Stack>
    </form>
  )
}

/** `onBack` is null if no other address can be registered here. */
function AlreadyRegistered({ email, onBack }: { email: string; onBack: (() => void) | null }) {
  const { t } = useTranslation('accounts')
  const [search] = useSearchParams()
  return (
    <PublicFrame title={t('register.takenTitle')}>
      <Stack gap="md" role="alert">
        <Text>{t('register.takenText', { email })}</Text>
        <Button component={Link} to={`/login?${search.toString()}`} state={{ email }} fullWidth>
          {t('register.toLogin')}
        </Button>
        {onBack && (
          <Button variant="subtle" onClick={onBack} fullWidth>
            {t('register.another')}
          </Button>
        )}
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
  const { invitation } = useInvitation()
  const [takenEmail, setTakenEmail] = useState<string | null>(null)
  if (session) {
    const redirect = search.get('redirect')
    return <Navigate to={redirect === null ? '/' : destinationAfterLogin(redirect, session.user.email)} replace />
  }
  if (takenEmail !== null) {
    const isFixed = invitation?.to_email.toLowerCase() === takenEmail.toLowerCase()
    return <AlreadyRegistered email={takenEmail} onBack={isFixed ? null : () => setTakenEmail(null)} />
  }
  return (
    <PublicFrame title={t('register.title')}>
      <InvitationNote />
      <RegisterForm byMagic={byMagic} onTaken={setTakenEmail} />
      {/* The mail of an invitation proved the address already. */}
      {!invitation && (
        <Button variant="default" fullWidth mt="sm" onClick={() => setByMagic(!byMagic)}>
          {byMagic ? t('register.byPassword') : t('register.byMagic')}
        </Button>
      )}
      <GoogleButton to="register" />
      <Text size="sm" mt="md" ta="center">
        {t('register.haveAccount')}{' '}
        <Anchor component={Link} to={`/login?${search.toString()}`} inherit underline="always">
          {t('register.toLogin')}
        </Anchor>
      </Text>
      <Text size="sm" mt="xs" ta="center">
        <Anchor component={Link} to="/subscription-request" inherit underline="always">
          {t('corporate')}
        </Anchor>
      </Text>
    </PublicFrame>
  )
}

export default RegisterPage
