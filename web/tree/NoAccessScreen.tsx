import { Button, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import styles from '../ui/Screen.module.css'

/** Shown to a user who cannot see the folder and has no other folder to open (WS-14). */
export function NoAccessScreen() {
  const { t } = useTranslation('workspace')
  const common = useTranslation().t
  return (
    <main className={styles.screen} id="content">
      <title>{`${t('noAccessTitle')} – ${common('appName')}`}</title>
      <Title order={1} size="h3">
        {t('noAccessTitle')}
      </Title>
      <Text c="dimmed">{t('noAccessText')}</Text>
      <Button component={Link} to="/projects">
        {common('toProjects')}
      </Button>
    </main>
  )
}
