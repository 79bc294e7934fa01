import type { User } from '@kaiwa/contract/accounts.ts'
import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { InquiryButton } from '../../ui/InquiryButton.tsx'
import { Card } from './Card.tsx'

/** Questions about the contract, for users who pay (ACC-09). */
export function InquiryCard({ user }: { user: User }) {
  const { t } = useTranslation('profile')
  if (!user.can.inquire) return null
  return (
    <Card title={t('inquiryTitle')}>
      <Stack gap="md" align="flex-start">
        <Text>{t('inquiryText')}</Text>
        <InquiryButton />
      </Stack>
    </Card>
  )
}
