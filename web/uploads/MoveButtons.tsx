import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { moveInQueue } from './send-file.ts'
import styles from './UploadPanel.module.css'

/** The place of a waiting upload among the waiting ones. */
export interface QueuePlace {
  index: number
  last: number
}

interface Props {
  uploadId: number
  name: string
  place: QueuePlace
}

const STEPS = [
  { key: 'moveUp', by: -1, Icon: IconArrowUp },
  { key: 'moveDown', by: 1, Icon: IconArrowDown },
] as const

/** Moves a waiting upload one place up or down. At the ends, the button stays focusable and does nothing. */
export function MoveButtons({ uploadId, name, place: { index, last } }: Props) {
  const { t } = useTranslation('uploads')
  return STEPS.map(({ key, by, Icon }) => {
    const to = index + by
    const isEnd = to < 0 || to > last
    return (
      <ActionIcon
        key={key}
        variant="subtle"
        color="gray"
        aria-label={t(`${key}Of`, { name })}
        title={t(key)}
        aria-disabled={isEnd}
        className={styles.move ?? ''}
        onClick={({ currentTarget: button }) => {
          if (isEnd) return
          moveInQueue(uploadId, to)
          // A moved element loses the focus.
          requestAnimationFrame(() => button.focus())
        }}
      >
        <Icon size={16} aria-hidden="true" />
      </ActionIcon>
    )
  })
}
