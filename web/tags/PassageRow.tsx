import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { Tag } from '@kaiwa/contract/tags.ts'
import { excerptOf, formatTime } from '@kaiwa/transcript'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBarToRight, IconPlayerPauseFilled, IconPlayerPlayFilled, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SpeakerAvatar } from '../ui/SpeakerAvatar.tsx'
import { PassageText } from './PassageText.tsx'
import styles from './TagDialog.module.css'
import type { Passage } from './tag-usage.ts'

interface Props {
  passage: Passage
  tag: Tag
  /** Null if it is unknown. */
  speaker: Pick<Speaker, 'id' | 'name' | 'avatar'> | null
  isPlaying: boolean
  /** Null when the recording cannot be played. */
  onPlay: (() => void) | null
  onShow: () => void
  /** Null without permission. `isLocked`: another user is changing the block. */
  onUntag: (() => void) | null
  isLocked: boolean
}

/** A tagged passage: time, speaker, and the text with its context. */
export function PassageRow({ passage, tag, speaker, isPlaying, onPlay, onShow, onUntag, isLocked }: Props) {
  const { t } = useTranslation('tags')
  const { t: transcripts } = useTranslation('transcripts')
  const time = formatTime(passage.time)
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<Icon size={12} aria-hidden="true" />}
          aria-label={isPlaying ? t('pause', { time }) : t('playFrom', { time })}
          disabled={!onPlay}
          onClick={() => onPlay?.()}
        >
          {time}
        </Button>
        <SpeakerAvatar speaker={speaker} size={18} />
        <span className={styles.speaker}>{speaker?.name ?? t('unknownSpeaker')}</span>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={t('show')} title={t('show')} onClick={onShow}>
          <IconArrowBarToRight size={16} aria-hidden="true" />
        </ActionIcon>
        {onUntag && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t('untag', { name: tag.name })}
            title={isLocked ? transcripts('lockedBlock') : t('untag', { name: tag.name })}
            disabled={isLocked}
            onClick={onUntag}
          >
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
      <PassageText passage={{ text: passage.text, ...excerptOf(passage) }} tag={tag} />
    </li>
  )
}
