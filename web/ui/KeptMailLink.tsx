import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { clientConfigQuery } from '../platform/client-config.ts'

/** Where the mail is that a page speaks of, on an installation that sends none. */
export function KeptMailLink() {
  const { t } = useTranslation()
  const { data } = useQuery(clientConfigQuery)
  if (!data?.keeps_mails) return null
  return (
    <Text size="sm">
      {t('keptMail')}{' '}
      <Anchor href="/dev/mail" inherit underline="always">
        {t('openKeptMail')}
      </Anchor>
    </Text>
  )
}
