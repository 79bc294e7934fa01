import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { PublicFrame } from '../../ui/PublicFrame.tsx'
import { appLink, readCallbackParameters } from './callback-parameters.ts'
import { useProviderName } from './use-provider-name.ts'

/** Delay in milliseconds to read the page before the system's prompt to open the app. */
const PAUSE_MS = 700

/** /login/google/app: passes the provider's response to the desktop app, which requested it (APP-02). */
function AppPage() {
  const { t } = useTranslation('google')
  const name = useProviderName()
  const [search] = useSearchParams()
  const parameters = readCallbackParameters(search)
  const link = parameters && appLink(parameters)
  useEffect(() => {
    if (link === null) return undefined
    const timer = setTimeout(() => globalThis.location.assign(link), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [link])
  return (
    <PublicFrame title={t('appTitle')}>
      {link === null ? (
        <Alert color="red" variant="light" role="alert">
          {t('failed', { name })}
          <Anchor component={Link} to="/login" display="block">
            {t('toLogin')}
          </Anchor>
        </Alert>
      ) : (
        <Stack gap="md">
          <Text>{t('appText')}</Text>
          <Button component="a" href={link}>
            {t('openApp')}
          </Button>
        </Stack>
      )}
    </PublicFrame>
  )
}

export default AppPage
