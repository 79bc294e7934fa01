import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { NotFoundPage } from '../ui/NotFoundPage.tsx'
import { PublicFrame } from '../ui/PublicFrame.tsx'

/** /accounts/verify/resend/success and /accounts/verify/resend/failed. */
function ResendOutcomePage() {
  const { t } = useTranslation('accounts')
  const { outcome } = useParams()
  if (outcome !== 'success' && outcome !== 'failed') return <NotFoundPage />
  const failed = outcome === 'failed'
  return (
    <PublicFrame title={t('verify.resendTitle')}>
      <Stack gap="md">
        <Text role={failed ? 'alert' : 'status'}>{failed ? t('verify.resendFailed') : t('verify.resent')}</Text>
        <Button component={Link} to={failed ? '/accounts/verify/resend' : '/login'}>
          {failed ? t('verify.resendTitle') : t('verify.toLogin')}
        </Button>
      </Stack>
    </PublicFrame>
  )
}

export default ResendOutcomePage
