import { IconFolder, IconWaveSine } from '@tabler/icons-react'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import { Thumbnail } from '../files/Thumbnail.tsx'
import styles from './NotificationPicture.module.css'
import type { Notification } from './queries.ts'

const SIZE = { width: 88, height: 54 }

/**
 * The picture of a notification, 88 by 54 px (NOTI-14): a recording's thumbnail, otherwise the avatar of the acting
 * user.
 */
export function NotificationPicture({ notification }: { notification: Notification }) {
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
