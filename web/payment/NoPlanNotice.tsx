import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usageQuery } from '../billing/queries.ts'
import { useSignedIn } from '../platform/session.ts'
import styles from './Payment.module.css'

/** Explains the limits of a workspace without a contract; its owner gets a button to set up payment (WS-04, WS-11). */
export function NoPlanNotice() {
  const { t } = useTranslation('payment')
  const { user } = useSignedIn()
  const { data: usage } = useQuery(usageQuery)
  if (!usage || usage.subscription_id !== null) return null
  return (
    <Alert
      color="yellow"
      variant="light"
      title={t('notice.title')}
      classNames={{ title: styles.alertTitle ?? '' }}
      m="md"
    >
      <Text mb={user.can.pay ? 'sm' : 0}>{t(user.can.pay ? 'notice.owner' : 'notice.member')}</Text>
      {user.can.pay && (
        <Button component={Link} to="/mypage/payment">
          {t('notice.setUp')}
        </Button>
      )}
    </Alert>
  )
}
