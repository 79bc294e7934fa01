import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useSession } from '../../platform/session.ts'
import { PublicFrame } from '../../ui/PublicFrame.tsx'
import { ToProjectsButton } from './ToProjectsButton.tsx'

/** /reset-password/complete: the new password is set. */
function CompletePage() {
  const { t } = useTranslation('passwords')
  const { data: session } = useSession()
  const { state } = useLocation() as { state: { email?: string } | null }
  return (
    <PublicFrame title={t('completeTitle')}>
      <Stack gap="md">
        <Text role="status">{session ? t('completeSignedIn') : t('complete')}</Text>
        <ToProjectsButton email={state?.email} />
      </Stack>
    </PublicFrame>
  )
}

export default CompletePage
