import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { useSignedIn } from '../platform/session.ts'
import { InquiryButton } from '../ui/InquiryButton.tsx'
import styles from '../ui/Screen.module.css'

/**
 * / and /projects: leads to the root's folder (WS-12). Somebody without a plan has no root and is told so (WS-04); a guest
 * with whom nothing is shared, or no longer, needs none.
 */
const HomePage = () => {
  const { t } = useTranslation('workspace')
  const { all_items: items, user } = useSignedIn()
  const root = items.find(({ is_root_item }) => is_root_item) ?? items[0]
  if (root) return <Navigate to={`/projects/${root.resource_id}`} replace />
  // Only a guest may see nothing of the workspace that they belong to.
  const belongs = user.workspaces.length > 0
  return (
    <main className={styles.screen} id="content">
      <Title order={1} size="h3">
        {t(belongs ? 'nothingSharedTitle' : 'noPlanTitle')}
      </Title>
      <Text c="dimmed" maw={480}>
        {t(belongs ? 'nothingSharedText' : 'noPlanText')}
      </Text>
      {!belongs && <InquiryButton />}
    </main>
  )
}

export default HomePage
