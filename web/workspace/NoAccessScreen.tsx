import { Button, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import styles from '../ui/Screen.module.css'

/** Somebody who may not see the folder, and has none to go to instead (WS-14). */
export const NoAccessScreen = () => {
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
