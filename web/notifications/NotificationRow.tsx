import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../platform/dates.ts'
import { shorten, textKey } from './notification-text.ts'
import { NotificationPicture } from './NotificationPicture.tsx'
import styles from './NotificationRow.module.css'
import type { Notification } from './queries.ts'

interface Props {
  notification: Notification
  /** Unread, or marked as read since the panel was opened. */
  isFresh: boolean
  isBusy: boolean
  onOpen: () => void
}

/** A notification; the whole row opens it. */
export function NotificationRow({ notification, isFresh, isBusy, onOpen }: Props) {
  const { t } = useTranslation('notifications')
  const { item, project, user, date_time: at } = notification
  const values = { user: user?.name ?? t('formerUser'), item: item.name, project: project?.name ?? '' }
  const text = t(`text.${textKey(notification)}`, values)
  return (
    <UnstyledButton
      className={styles.row}
      data-fresh={isFresh || undefined}
      aria-busy={isBusy || undefined}
      title={text}
      onClick={onOpen}
    >
      <NotificationPicture notification={notification} />
      <span className={styles.words}>
        {isFresh && <VisuallyHidden>{t('unread')}</VisuallyHidden>}
        <span className={styles.text}>{shorten(text)}</span>
        <span className={styles.foot}>
          <time dateTime={at}>{formatDateTime(at)}</time>
          {!notification.metadata.joined && <span className={styles.join}>{t('accept')}</span>}
        </span>
      </span>
      {isFresh && <span className={styles.dot} aria-hidden="true" />}
    </UnstyledButton>
  )
}
