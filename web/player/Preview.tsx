import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconArrowsMaximize, IconMicrophone } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './MediaBar.module.css'
import type { Player } from './player.ts'
import type { Recording } from './recording.ts'
import { enterFullscreen, insertVideo, showPoster } from './video-element.ts'
import { useMedia } from './use-player.ts'

/** The small video with its full-screen button (PLAY-07); audio shows an icon instead (PLAY-08). */
export function Preview({ player, recording }: { player: Player; recording: Recording }) {
  const { t } = useTranslation('player')
  const container = useRef<HTMLDivElement>(null)
  const { isAudio, title } = recording
  const { thumbnail } = useMedia(recording)
  useEffect(() => {
    return isAudio || !container.current ? undefined : insertVideo(player.element, container.current, title)
  }, [player, isAudio, title])
  useEffect(() => {
    if (!isAudio && thumbnail !== null) showPoster(player.element, thumbnail)
  }, [player, isAudio, thumbnail])

  if (isAudio) {
    return (
      <div className={styles.preview} title={t('audio')}>
        <IconMicrophone aria-hidden size={28} />
        <VisuallyHidden>{t('audio')}</VisuallyHidden>
      </div>
    )
  }
  return (
    <div className={styles.preview} ref={container}>
      <ActionIcon
        className={styles.fullscreen}
        variant="filled"
        color="dark"
        size={28}
        aria-label={t('fullscreen')}
        title={t('fullscreen')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => enterFullscreen(player.element)}
      >
        <IconArrowsMaximize aria-hidden size={16} />
      </ActionIcon>
    </div>
  )
}
