import { Button, Group, Loader, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { applicationAddress } from '../accounts/magic/application-address.ts'
import { internalUrl } from '../accounts/redirect.ts'
import { PublicFrame } from '../ui/PublicFrame.tsx'
import type { Outcome } from './use-confirmation.ts'

/** The page from which the checkout was opened, or the page that opens the app there; null if the address names none. */
export function readReturn(search: URLSearchParams): { to: string; isApp: boolean } | null {
  const url = internalUrl(search.get('back_url'))
  if (!url) return null
  const path = url.pathname + url.search + url.hash
  const isApp = search.get('is_app') === '1'
  return { to: isApp ? applicationAddress(path) : path, isApp }
}

/** The page after a return from the payment provider. */
export function ConfirmedPage({ title, text, outcome }: { title: string; text: string; outcome: Outcome }) {
  const { t } = useTranslation('payment')
  const [search] = useSearchParams()
  const back = readReturn(search)
  const explanations: Readonly<Record<Outcome, string>> = {
    pending: t('success.confirming'),
    completed: text,
    open: t('success.openText'),
    expired: t('success.expiredText'),
    failed: t('success.failedText'),
    unknown: t('success.unknownText'),
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
        {back ? (
          <Button component={Link} to={back.to} variant="default">
            {t(back.isApp ? 'success.backToApp' : 'success.back')}
          </Button>
        ) : (
          outcome !== 'completed' && (
            <Button component={Link} to="/mypage/payment" variant="default">
              {t('success.toPayment')}
            </Button>
          )
        )}
      </Group>
    </PublicFrame>
  )
}
