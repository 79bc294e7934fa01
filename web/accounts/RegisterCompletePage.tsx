import { Anchor, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { KeptMailLink } from '../ui/KeptMailLink.tsx'
import { PublicFrame } from '../ui/PublicFrame.tsx'

/** Shown after registration: the verification email was sent. */
function RegisterCompletePage() {
  const { t } = useTranslation('accounts')
  const { state } = useLocation() as { state: { email?: string } | null }
  const email = state?.email
  return (
    <PublicFrame title={t('complete.title')}>
      <Stack gap="sm">
        <Text fw={600}>{t('complete.text')}</Text>
        <Text style={{ overflowWrap: 'anywhere' }}>
          {email ? t('complete.help', { email }) : t('complete.helpPlain')}
        </Text>
        <Text size="sm">{t('complete.sameBrowser')}</Text>
        <KeptMailLink />
        <Text size="sm" c="dimmed">
          {t('complete.notArrived')}
        </Text>
        <Anchor component={Link} to="/accounts/verify/resend" state={{ email }} size="sm">
          {t('verify.resendTitle')}
        </Anchor>
        <Anchor component={Link} to="/login" state={{ email }} size="sm">
          {t('verify.toLogin')}
        </Anchor>
      </Stack>
    </PublicFrame>
  )
}

export default RegisterCompletePage
