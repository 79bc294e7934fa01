import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTree } from '../platform/tree-query.ts'
import styles from './UnreadDot.module.css'

/** Marks an item of which its reader was notified, until it is opened; a folder too when it contains such an item. */
export function UnreadDot({ itemId }: { itemId: number }) {
  const { t } = useTranslation('workspace')
  const { unread_item_ids: unread } = useTree()
  if (!unread.includes(itemId)) return null
  return (
    <>
      <span className={styles.dot} title={t('unread')} aria-hidden="true" />
      <VisuallyHidden>{t('unread')}</VisuallyHidden>
    </>
  )
}
