import { Anchor, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { KeptMailLink } from '../../ui/KeptMailLink.tsx'
import { PublicFrame } from '../../ui/PublicFrame.tsx'
import { ToProjectsButton } from './ToProjectsButton.tsx'

/** /reset-password/sent: the email was sent. */
function SentPage() {
  const { t } = useTranslation('passwords')
  const { state } = useLocation() as { state: { email?: string } | null }
  const email = state?.email
  return (
    <PublicFrame title={t('sentTitle')}>
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>{email ? t('sent', { email }) : t('sentPlain')}</Text>
        <KeptMailLink />
        <Text size="sm" c="dimmed">
          {t('sentHelp')}
        </Text>
        <ToProjectsButton email={email} />
        <Anchor component={Link} to="/reset-password" state={{ email }} size="sm">
          {t('again')}
        </Anchor>
      </Stack>
    </PublicFrame>
  )
}

export default SentPage
