import { Button, Group, Loader, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PublicFrame } from '../ui/PublicFrame.tsx'
import type { Outcome } from './use-confirmation.ts'

/** What the browser shows after a return from the payment provider. */
export function ConfirmedPage({ title, text, outcome }: { title: string; text: string; outcome: Outcome }) {
  const { t } = useTranslation('payment')
  const explanations: Readonly<Record<Outcome, string>> = {
    pending: t('success.confirming'),
    completed: text,
    open: t('success.openText'),
    expired: t('success.expiredText'),
    failed: t('success.failedText'),
  }
  return (
    <PublicFrame title={outcome === 'completed' ? title : t('title')}>
      <Group role="status" gap="sm" mb="lg">
        {outcome === 'pending' && <Loader size="sm" aria-hidden="true" />}
        <Text>{explanations[outcome]}</Text>
      </Group>
      <Group gap="sm">
        <Button component={Link} to="/projects">
          {t('success.toProjects')}
        </Button>
        {outcome !== 'completed' && (
          <Button component={Link} to="/mypage/payment" variant="default">
            {t('success.toPayment')}
          </Button>
        )}
      </Group>
    </PublicFrame>
  )
}
