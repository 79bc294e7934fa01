import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { clientConfigQuery } from '../platform/client-config.ts'

/** A sentence with links to the terms of service and the privacy policy of the installation. */
export function LegalLinks({ text }: { text: 'readTerms' | 'agreed' }) {
  const { t } = useTranslation('applications')
  const { data: config } = useQuery(clientConfigQuery)
  return (
    <Trans
      t={t}
      i18nKey={text}
      components={{
        terms: <Anchor href={config?.terms_url ?? '/terms'} target="_blank" inherit underline="always" />,
        privacy: <Anchor href={config?.privacy_url ?? '/privacy'} target="_blank" inherit underline="always" />,
      }}
    />
  )
}
