import { ActionIcon } from '@mantine/core'
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './MediaBar.module.css'
import type { Player } from './player.ts'
import { usePlayerState } from './use-player.ts'

/** A mute button with a vertical slider above it on hover or focus (PLAY-06). */
export function Volume({ player }: { player: Player }) {
  const { t } = useTranslation('player')
  const { volume, muted } = usePlayerState(player)
  const audible = muted ? 0 : volume
  const Icon = audible === 0 ? IconVolumeOff : IconVolume
  const label = t(audible === 0 ? 'unmute' : 'mute')
  return (
    <fieldset className={styles.volume} aria-label={t('volume')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        radius="xl"
        size={40}
        aria-label={label}
        title={label}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => player.toggleMute()}
      >
        <Icon aria-hidden size={20} />
      </ActionIcon>
      <div className={styles.volumeBox}>
        <input
          className={styles.volumeSlider}
          type="range"
          min={0}
          max={1}
          step={0.05}
          aria-label={t('volume')}
          aria-orientation="vertical"
          aria-valuetext={`${Math.round(audible * 100)}%`}
          data-own-keys
          value={audible}
          onChange={(event) => player.setVolume(Number(event.currentTarget.value))}
        />
      </div>
    </fieldset>
  )
}
