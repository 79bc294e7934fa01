import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { useSignedIn } from '../platform/session.ts'
import { useTree } from '../platform/tree-query.ts'
import { InquiryButton } from '../ui/InquiryButton.tsx'
import styles from '../ui/Screen.module.css'
import type { HomeState } from './home-state.ts'

/**
 * / and /projects: redirects to the root folder (WS-12). A user without a plan has no root and sees a notice (WS-04). A
 * guest without any shared item sees a different notice.
 */
function HomePage() {
  const { t } = useTranslation('workspace')
  const { user } = useSignedIn()
  const { all_items: items } = useTree()
  const root = items.find(({ is_root_item }) => is_root_item) ?? items[0]
  if (root) {
    const state: HomeState = { isHome: true }
    return <Navigate to={`/projects/${root.resource_id}`} state={state} replace />
  }
  // Only a guest can belong to a workspace without seeing any of it.
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
