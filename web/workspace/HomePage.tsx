import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { useSignedIn } from '../platform/session.ts'
import { InquiryButton } from '../ui/InquiryButton.tsx'
import styles from '../ui/Screen.module.css'

/** / and /projects: leads to the root's folder (WS-12); somebody without a plan has no root and is told so (WS-04). */
const HomePage = () => {
  const { t } = useTranslation('workspace')
  const { all_items: items } = useSignedIn()
  const root = items.find(({ is_root_item }) => is_root_item) ?? items[0]
  if (root) return <Navigate to={`/projects/${root.resource_id}`} replace />
  return (
    <main className={styles.screen} id="content">
      <Title order={1} size="h3">
        {t('noPlanTitle')}
      </Title>
      <Text c="dimmed" maw={480}>
        {t('noPlanText')}
      </Text>
      <InquiryButton />
    </main>
  )
}

export default HomePage
