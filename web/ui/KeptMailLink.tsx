import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { clientConfigQuery } from '../platform/client-config.ts'

/** Link to the mail that a page mentions, on an installation that sends no mail. */
export function KeptMailLink() {
  const { t, i18n } = useTranslation()
  const { data } = useQuery(clientConfigQuery)
  if (!data?.keeps_mails) return null
  return (
    <Text size="sm">
      {t('keptMail')}{' '}
      <Anchor href={`/dev/mail?locale=${i18n.language}`} inherit underline="always">
        {t('openKeptMail')}
      </Anchor>
    </Text>
  )
}
