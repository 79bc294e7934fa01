import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOpenFile } from '../transcripts/open-file.ts'
import type { MenuButtonProps } from '../ui/lazy-menu.tsx'
import { SpeakerAvatar } from '../ui/SpeakerAvatar.tsx'
import styles from './SpeakerFilter.module.css'
import { useFileSpeakers } from './use-speakers.ts'

export interface SpeakerFilterProps {
  /** Speaker id, 0 for all. */
  speaker: number
  onSpeaker: (id: number) => void
}

type Props = Pick<SpeakerFilterProps, 'speaker'> & MenuButtonProps

/** Shows the current speaker filter; without one, what the button is for. */
export function SpeakerFilterButton({ speaker, ...button }: Props) {
  const { t } = useTranslation('transcripts')
  const { file, session } = useOpenFile()
  const chosen = useFileSpeakers(file, session).find(({ id }) => id === speaker)
  const name = chosen?.name ?? t('allSpeakers')
  return (
    <Button
      {...button}
      size="xs"
      variant="default"
      className={styles.button}
      data-speaker-filter
      classNames={{ label: styles.shown, inner: styles.inside }}
      aria-label={`${t('speakerFilter')}: ${name}`}
      title={name}
      leftSection={chosen && <SpeakerAvatar speaker={chosen} size={18} />}
      rightSection={<IconChevronDown aria-hidden size={14} />}
    >
      <span className={styles.name}>{chosen?.name ?? t('speakerFilter')}</span>
    </Button>
  )
}
