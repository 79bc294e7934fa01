import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../platform/lazy-part.tsx'
import { usePanelButton } from '../ui/use-panel-button.ts'
import styles from './NotificationBell.module.css'
import { notificationsQuery, unreadOf } from './queries.ts'
import { useNotificationUpdates } from './use-notification-updates.ts'

const NotificationPanel = lazyPart(
  async () => (await import('./NotificationPanel.tsx')).NotificationPanel,
  ['notifications', 'workspace'],
)
const NoAccessDialog = lazyPart(async () => (await import('./NoAccessDialog.tsx')).NoAccessDialog, ['notifications'])

/** Larger numbers are shown as this number with a plus. */
const COUNTED = 99

/** The number of unread notifications; opens the panel (NOTI-01). */
export function NotificationBell() {
  const { t } = useTranslation()
  const { data: unread = 0 } = useInfiniteQuery({ ...notificationsQuery, select: unreadOf })
  const { anchor, close, buttonProps } = usePanelButton()
  const [isRefused, setIsRefused] = useState(false)
  useNotificationUpdates()
  const label = unread > 0 ? t('unreadNotifications', { count: unread }) : t('bell')
  const handleNoAccess = () => {
    close()
    setIsRefused(true)
  }
  return (
    <>
      <ActionIcon
        className={styles.bell ?? ''}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        title={label}
        {...buttonProps}
      >
        <IconBell size={20} aria-hidden="true" />
        {unread > 0 && (
          // Not a text: the name of the button contains the number.
          <span className={styles.count} data-count={unread > COUNTED ? `${COUNTED}+` : unread} aria-hidden="true" />
        )}
      </ActionIcon>
      {anchor && <NotificationPanel anchor={anchor} onClose={close} onNoAccess={handleNoAccess} />}
      {isRefused && <NoAccessDialog onClose={() => setIsRefused(false)} />}
    </>
  )
}
