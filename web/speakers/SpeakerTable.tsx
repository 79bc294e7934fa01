import type { FolderSpeaker } from '@kaiwa/contract/speakers.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { cutText, formatTime } from '@kaiwa/transcript'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconArrowMerge, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SpeakerAvatar } from '../ui/SpeakerAvatar.tsx'
import { fileAddress } from '../files/file-address.ts'
import styles from './SpeakerTable.module.css'

interface Props {
  speakers: readonly FolderSpeaker[]
  onEdit: (speaker: FolderSpeaker) => void
  onMerge: (speaker: FolderSpeaker) => void
}

const COLUMNS = ['speaker', 'description', 'files', 'blocks', 'talkTime'] as const

/** Speakers with their figures; shown as cards on narrow screens. */
export function SpeakerTable({ speakers, onEdit, onMerge }: Props) {
  const { t } = useTranslation('speakers')
  const row = (speaker: FolderSpeaker) => {
    const { id, name, description, can, file_count: files, block_count: blocks, only_file: file } = speaker
    const time = formatTime(speaker.talk_time)
    return (
      <tr key={id}>
        <th scope="row">
          <div className={styles.who}>
            <SpeakerAvatar speaker={speaker} size={32} />
            <div className={styles.words}>
              <span className={styles.name} title={name}>
                {name}
              </span>
              {file && (
                <Link className={styles.file} to={fileAddress(file)} title={file.title}>
                  {file.title}
                </Link>
              )}
              {description && (
                <span className={styles.small} title={description}>
                  {cutText(description, LIMITS.speakerCardLength)}
                </span>
              )}
              <span className={styles.small}>{t('facts', { files, blocks, time })}</span>
            </div>
          </div>
        </th>
        <td data-column="description" title={description ?? undefined}>
          {description && cutText(description, LIMITS.speakerCardLength)}
        </td>
        <td data-column="files">{files}</td>
        <td data-column="blocks">{blocks}</td>
        <td data-column="talkTime">{time}</td>
        <td data-column="actions">
          <div className={styles.actions}>
            {can.edit && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={t('editNamed', { name })}
                title={t('edit')}
                onClick={() => onEdit(speaker)}
              >
                <IconPencil size={16} aria-hidden="true" />
              </ActionIcon>
            )}
            {can.merge_into && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={t('mergeNamed', { name })}
                title={t('mergeNamed', { name })}
                onClick={() => onMerge(speaker)}
              >
                <IconArrowMerge size={16} aria-hidden="true" />
              </ActionIcon>
            )}
          </div>
        </td>
      </tr>
    )
  }
  return (
    <table className={styles.table} aria-label={t('list')}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" data-column={column}>
              {t(`columns.${column}`)}
            </th>
          ))}
          <th scope="col" data-column="actions">
            <VisuallyHidden>{t('columns.actions')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>{speakers.map(row)}</tbody>
    </table>
  )
}
