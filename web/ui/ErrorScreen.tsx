import { Button, Group, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { removeFirstView } from '../platform/first-view.ts'
import { SUPPORT_URL } from './links.ts'
import styles from './Screen.module.css'

/** The generic error page (UI-09). */
export function ErrorScreen() {
  const { t } = useTranslation()
  useEffect(removeFirstView, [])
  return (
    <main className={styles.screen} id="content">
      <title>{`${t('errorTitle')} – ${t('appName')}`}</title>
      <Title order={1} size="h3">
        {t('errorTitle')}
      </Title>
      <Text c="dimmed">{t('errorHelp')}</Text>
      <Group justify="center">
        {/* On /error itself the button goes to the start page, because a reload would show the error again. */}
        <Button
          onClick={() =>
            globalThis.location.pathname === '/error' ? globalThis.location.assign('/') : globalThis.location.reload()
          }
        >
          {t('refresh')}
        </Button>
        <Button variant="default" component="a" href={SUPPORT_URL}>
          {t('contactSupport')}
        </Button>
      </Group>
    </main>
  )
}
