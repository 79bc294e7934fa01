import { Button, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import styles from './Screen.module.css'

/** The fallback route (UI-08). */
export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <main className={styles.screen} id="content">
      <title>{`${t('notFoundTitle')} – ${t('appName')}`}</title>
      <Title order={1} size="h3">
        {t('notFoundTitle')}
      </Title>
      <Text c="dimmed">{t('notFoundHelp')}</Text>
      <Button component={Link} to="/projects">
        {t('toProjects')}
      </Button>
    </main>
  )
}
