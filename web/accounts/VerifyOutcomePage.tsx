import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { NotFoundPage } from '../ui/NotFoundPage.tsx'
import { PublicFrame } from '../ui/PublicFrame.tsx'

/** /accounts/verify/success and /accounts/verify/failed. */
function VerifyOutcomePage() {
  const { t } = useTranslation('accounts')
  const { outcome } = useParams()
  if (outcome === 'success')
    return (
      <PublicFrame title={t('verify.title')}>
        <Stack gap="md">
          <Text>{t('verify.done')}</Text>
          <Button component={Link} to="/projects">
            {t('verify.toProjects')}
          </Button>
        </Stack>
      </PublicFrame>
    )
  if (outcome !== 'failed') return <NotFoundPage />
  return (
    <PublicFrame title={t('verify.title')}>
      <Stack gap="md">
        <Text role="alert">{t('verify.failed')}</Text>
        <Button component={Link} to="/accounts/verify/resend">
          {t('verify.resendTitle')}
        </Button>
        <Anchor component={Link} to="/login" size="sm">
          {t('verify.toLogin')}
        </Anchor>
      </Stack>
    </PublicFrame>
  )
}

export default VerifyOutcomePage
