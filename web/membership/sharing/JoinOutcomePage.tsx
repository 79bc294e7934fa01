import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router'
import { useSession } from '../../platform/session.ts'
import { NotFoundPage } from '../../ui/NotFoundPage.tsx'
import { PublicFrame } from '../../ui/PublicFrame.tsx'

/** /verify/join-project/invite-member/success and …/failed (SHARE-26, SHARE-27). */
function JoinOutcomePage() {
  const { t } = useTranslation('sharing')
  const common = useTranslation().t
  const { outcome } = useParams()
  const { state } = useLocation() as { state: { message?: string; link?: string | null } | null }
  const { data: session } = useSession()
  if (outcome !== 'success' && outcome !== 'failed') return <NotFoundPage />
  const isDone = outcome === 'success'
  return (
    <PublicFrame title={t(isDone ? 'join.title' : 'join.failedTitle')}>
      <Stack gap="md">
        <Text role={isDone ? 'status' : 'alert'}>
          {isDone ? t('join.success') : (state?.message ?? t('join.failed'))}
        </Text>
        {state?.link && (
          <Button component={Link} to={state.link} replace>
            {common('retry')}
          </Button>
        )}
        <Button component={Link} to="/" variant={state?.link ? 'default' : 'filled'}>
          {t('join.home')}
        </Button>
        {session === null && (
          <Button component={Link} to="/login" variant="default">
            {t('join.login')}
          </Button>
        )}
      </Stack>
    </PublicFrame>
  )
}

export default JoinOutcomePage
