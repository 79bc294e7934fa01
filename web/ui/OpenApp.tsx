import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { appLink, canInstall, canOpenApp, installApp, useCanInstall } from '../platform/installed-app.ts'

/** Delay in milliseconds to read the page before the browser's prompt to open the app. */
const PAUSE_MS = 700

interface Props {
  /** The page of the app to open. */
  path: string
  /** The page that continues in this browser. */
  browserPath: string
  text: string
}

/**
 * Opens the installed app at a page. A browser does not report whether the app is installed, so the page also explains
 * how to install it and how to continue without it.
 */
export function OpenApp({ path, browserPath, text }: Props) {
  const { t } = useTranslation()
  const link = appLink(path)
  const isOffered = useCanInstall()
  const [isOpenable] = useState(canOpenApp)
  useEffect(() => {
    if (!isOpenable) return undefined
    // While the browser offers to install the app, it is not installed.
    const timer = setTimeout(() => canInstall() || globalThis.location.assign(link), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isOpenable, link])
  return (
    <Stack gap="md">
      <Text>{text}</Text>
      {isOpenable && (
        <Button component="a" href={link} variant={isOffered ? 'default' : 'filled'}>
          {t('openApp')}
        </Button>
      )}
      <Text size="sm" c="dimmed">
        {t(isOpenable ? 'appMissing' : 'appUnsupported')}
      </Text>
      {isOffered && <Button onClick={() => void installApp()}>{t('installApp')}</Button>}
      <Anchor component={Link} to={browserPath} size="sm" replace>
        {t('openHere')}
      </Anchor>
    </Stack>
  )
}
