import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { PublicFrame } from '../../ui/PublicFrame.tsx'
import { applicationLink, pathForApplication, pathForBrowser } from './application-address.ts'

/** Delay in milliseconds to read the page before the system's prompt to open the app. */
const PAUSE_MS = 700

function Leading({ path }: { path: string }) {
  const { t } = useTranslation('magic')
  const link = applicationLink(path)
  useEffect(() => {
    const timer = setTimeout(() => globalThis.location.assign(link), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [link])
  return (
    <Stack gap="md">
      <Text>{t('appText')}</Text>
      <Button component="a" href={link}>
        {t('openApp')}
      </Button>
      <Anchor component={Link} to={pathForBrowser(path)} size="sm">
        {t('openHere')}
      </Anchor>
    </Stack>
  )
}

/** /application: opens a path in the desktop app. A browser without the app stays on this page. */
function ApplicationPage() {
  const { t } = useTranslation('magic')
  const [search] = useSearchParams()
  const path = pathForApplication(search)
  return (
    <PublicFrame title={t('appTitle')}>
      {path === null ? (
        <Alert color="red" variant="light" role="alert">
          {t('wrongUrl')}
        </Alert>
      ) : (
        <Leading path={path} />
      )}
    </PublicFrame>
  )
}

export default ApplicationPage
