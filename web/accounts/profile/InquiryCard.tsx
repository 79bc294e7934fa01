import type { User } from '@kaiwa/contract/accounts.ts'
import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { clientConfigQuery } from '../../platform/client-config.ts'
import { SUPPORT_URL } from '../../ui/links.ts'
import { Card } from './Card.tsx'

/** Where the operator answers, or the page of the guide that says whom to ask. */
const InquiryButton = () => {
  const { t } = useTranslation('profile')
  const { data } = useQuery(clientConfigQuery)
  if (!data?.inquiry_url)
    return (
      <Button component={Link} to={SUPPORT_URL} variant="default">
        {t('inquire')}
      </Button>
    )
  return (
    <Button component="a" href={data.inquiry_url} target="_blank" rel="noreferrer" variant="default">
      {t('inquire')}
    </Button>
  )
}

/** Questions about the contract are asked by whoever pays (ACC-09). */
export const InquiryCard = ({ user }: { user: User }) => {
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
