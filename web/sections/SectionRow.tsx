import { formatTime } from '@kaiwa/transcript'
import type { Section } from '@kaiwa/transcript'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './SectionSidebar.module.css'

interface Props {
  section: Section
  isPlaying: boolean
  onGo: () => void
  /** Null without permission. */
  onRename: ((anchor: HTMLElement) => void) | null
  onDelete: (() => void) | null
}

/** A section: click to go there; with permission, buttons to rename and delete it. */
export function SectionRow({ section: { name, start_time }, isPlaying, onGo, onRename, onDelete }: Props) {
  const { t } = useTranslation('sections')
  const time = formatTime(start_time)
  return (
    <li className={styles.row} data-playing={isPlaying || undefined}>
      <button
        type="button"
        className={styles.go}
        aria-label={t('go', { time, name })}
        aria-current={isPlaying || undefined}
        onClick={onGo}
      >
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.time}>{time}</span>
        {isPlaying && <VisuallyHidden>{t('playing')}</VisuallyHidden>}
      </button>
      {onRename && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t('editNamed', { name })}
          title={t('edit')}
          onClick={(event) => onRename(event.currentTarget)}
        >
          <IconPencil aria-hidden size={16} />
        </ActionIcon>
      )}
      {onDelete && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t('deleteNamed', { name })}
          title={t('deleteNamed', { name })}
          onClick={onDelete}
        >
          <IconTrash aria-hidden size={16} />
        </ActionIcon>
      )}
    </li>
  )
}
