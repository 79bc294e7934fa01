import type { TrashedItem } from '@kaiwa/contract/trash.ts'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconFolderFilled, IconTrashX, IconVideo, IconVolume } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../platform/dates.ts'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import styles from './Trash.module.css'

const ICONS = { folder: IconFolderFilled, video: IconVideo, audio: IconVolume }

interface Props {
  item: TrashedItem
  isRestoring: boolean
  onRestore: () => void
  onDelete: () => void
}

/** A deleted item: name, original folder, deleting user and days left. */
export function TrashRow({ item, isRestoring, onRestore, onDelete }: Props) {
  const { t } = useTranslation('trash')
  const { name, deleted_by: by, deleted_at: at, days_left: daysLeft } = item
  const kind = item.is_project ? 'folder' : item.is_audio ? 'audio' : 'video'
  const Icon = ICONS[kind]
  const place = item.place.join(' › ')
  const where = item.is_place_gone ? `${place} – ${t('placeGone')}` : place
  return (
    <tr aria-label={name}>
      <td>
        <div className={styles.what}>
          <Icon size={20} aria-hidden="true" className={styles.icon} />
          <div className={styles.about}>
            <span className={styles.name} title={name}>
              {name}
            </span>
            <span className={styles.small}>{where}</span>
            <span className={styles.small}>{t('daysLeft', { count: daysLeft })}</span>
          </div>
        </div>
      </td>
      <td data-column="kind">{t(`kinds.${kind}`)}</td>
      <td data-column="place">
        <span className={styles.cut} title={where}>
          {place}
        </span>
        {item.is_place_gone && <span className={styles.gone}>{t('placeGone')}</span>}
      </td>
      <td data-column="deleted_by">
        {by && (
          <div className={styles.person}>
            <PersonAvatar person={by} size={24} />
            <span className={styles.cut}>{by.name}</span>
          </div>
        )}
      </td>
      <td data-column="deleted_at">{formatDateTime(at)}</td>
      <td data-column="days_left">{t('daysLeft', { count: daysLeft })}</td>
      <td data-column="actions">
        <div className={styles.actions}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={14} aria-hidden="true" />}
            aria-label={t('restoreNamed', { name })}
            loading={isRestoring}
            onClick={onRestore}
          >
            {t('restore')}
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={30}
            aria-label={t('deleteForeverNamed', { name })}
            title={t('deleteForever')}
            onClick={onDelete}
          >
            <IconTrashX size={18} aria-hidden="true" />
          </ActionIcon>
        </div>
      </td>
    </tr>
  )
}
