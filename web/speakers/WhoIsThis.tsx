import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { voiceClips } from '@kaiwa/transcript/voice-clip.ts'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenFile, useSessionState } from '../transcripts/open-file.ts'
import { AnchoredPopover } from '../ui/AnchoredPopover.tsx'
import { NameSpeaker } from './NameSpeaker.tsx'
import styles from './WhoIsThis.module.css'

interface Props {
  anchor: HTMLElement
  /** Speakers of the file without a name. */
  unnamed: readonly Speaker[]
  onClose: () => void
}

/** In CSS pixels. */
const WIDTH = 360

/**
 * Asks for the names of the speakers one at a time, with a clip to listen to, a name field, and suggestions of known
 * people.
 */
export function WhoIsThis({ anchor, unnamed, onClose }: Props) {
  const { t } = useTranslation('speakers')
  const { session } = useOpenFile()
  const transcript = useSessionState(session, ({ document }) => document)
  const clips = useMemo(() => voiceClips(transcript), [transcript])
  const [chosen, setChosen] = useState(0)
  // A named speaker leaves the list, and the next one takes its place.
  const index = Math.min(chosen, unnamed.length - 1)
  const speaker = unnamed[index]
  if (!speaker) return null
  return (
    <AnchoredPopover anchor={anchor} label={t('whoIsThis')} width={WIDTH} onClose={onClose}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('whoIsThis')}</h2>
        {unnamed.length > 1 && (
          <div className={styles.pager}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t('previousSpeaker')}
              disabled={index === 0}
              onClick={() => setChosen(index - 1)}
            >
              <IconChevronLeft aria-hidden size={16} />
            </ActionIcon>
            <span aria-live="polite">{`${index + 1} / ${unnamed.length}`}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t('nextSpeaker')}
              disabled={index === unnamed.length - 1}
              onClick={() => setChosen(index + 1)}
            >
              <IconChevronRight aria-hidden size={16} />
            </ActionIcon>
          </div>
        )}
      </div>
      <NameSpeaker key={speaker.id} speaker={speaker} clip={clips.get(speaker.id) ?? null} />
    </AnchoredPopover>
  )
}
