import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconFolder, IconWaveSine } from '@tabler/icons-react'
import { formatDateTime } from '../platform/dates.ts'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import { Thumbnail } from '../files/Thumbnail.tsx'
import { shorten, textKey } from './notification-text.ts'
import styles from './NotificationRow.module.css'
import type { Notification } from './queries.ts'

const SIZE = { width: 88, height: 54 }

/**
 * The picture of a notification, 88 by 54 px (NOTI-14): a recording's thumbnail, otherwise the avatar of the acting
 * user.
 */
function NotificationPicture({ notification }: { notification: Notification }) {
  const { item, project_file: file, type, user } = notification
  const Icon = item.is_project ? IconFolder : IconWaveSine
  return (
    <span className={styles.picture} style={SIZE}>
      {file ? (
        <Thumbnail file={file} size={SIZE} />
      ) : (
        <span className={styles.place}>
          <Icon size={24} aria-hidden="true" />
        </span>
      )}
      {user && type !== 'project-file-completed' && (
        <span className={styles.person}>
          <PersonAvatar person={user} size={24} />
        </span>
      )}
    </span>
  )
}

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
