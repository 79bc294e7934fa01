import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router'
import { PublicFrame } from '../ui/PublicFrame.tsx'
import { useTopOfPage } from './use-top-of-page.ts'

interface Sent {
  payment_type: string
  email: string
}

function isSent(state: unknown): state is Sent {
  return (
    typeof state === 'object' &&
    state !== null &&
    'payment_type' in state &&
    'email' in state &&
    typeof state.email === 'string'
  )
}

/** After an application: what happens next, by payment type. The browser keeps the state of the entry at a reload. */
function CompletedPage() {
  const { t } = useTranslation('applications')
  const { state } = useLocation() as { state: unknown }
  useTopOfPage()
  if (!isSent(state)) return <Navigate to="/subscription-request" replace />
  const isCard = state.payment_type === 'credit_card'
  return (
    <PublicFrame title={t('completedTitle')} isWide>
      <Stack gap="md">
        <Text>{t('thanks')}</Text>
        <Text>{t(isCard ? 'completedCard' : 'completedInvoice')}</Text>
        {isCard && (
          <Text size="sm" c="dimmed">
            {t('completedCardNote')}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {t('mailedTo', { email: state.email })}
        </Text>
        <Button component={Link} to="/" variant="default">
          {t('toTop')}
        </Button>
      </Stack>
    </PublicFrame>
  )
}

export default CompletedPage
