import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward5,
  IconRewindForward5,
} from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyMenu } from '../ui/lazy-menu.tsx'
import styles from './MediaBar.module.css'
import { Preview } from './Preview.tsx'
import { Progress } from './Progress.tsx'
import { PlaybackButton, type PlaybackProps } from './PlaybackButton.tsx'
import { SKIP_SECONDS } from './player.ts'
import type { Player } from './player.ts'
import type { Recording } from './recording.ts'
import { SPEEDS } from './speeds.ts'
import { EMPTY_TIMELINE } from './timeline.ts'
import type { Timeline } from './timeline.ts'
import { TimeText } from './TimeText.tsx'
import { usePlayerState } from './use-player.ts'
import { Volume } from './Volume.tsx'

// A click does not move the focus, so Space still toggles playback. The buttons can be reached by keyboard.
function keepFocus(event: MouseEvent) {
  return event.preventDefault()
}

interface PressProps {
  label: string
  large?: boolean
  onPress: () => void
  children: ReactNode
}

function Press({ label, large = false, onPress, children }: PressProps) {
  return (
    <ActionIcon
      variant={large ? 'filled' : 'subtle'}
      color={large ? undefined : 'gray'}
      radius="xl"
      size={large ? 44 : 40}
      aria-label={label}
      title={label}
      onMouseDown={keepFocus}
      onClick={onPress}
    >
      {children}
    </ActionIcon>
  )
}

const PlaybackSettings = lazyMenu<PlaybackProps>(
  (props, button) => <PlaybackButton {...props} {...button} />,
  async () => (await import('./PlaybackOpened.tsx')).PlaybackOpened,
)

/** The four speeds, and the present one if it is another. */
function Speed({ player, rate }: { player: Player; rate: number }) {
  const { t } = useTranslation('player')
  return (
    <NativeSelect
      size="xs"
      className={styles.speed}
      aria-label={t('speed')}
      value={String(rate)}
      data={[...new Set([...SPEEDS, rate])]
        .toSorted((a, b) => a - b)
        .map((speed) => ({
          value: String(speed),
          label:
            speed === 1 ? `${t('speedValue', { rate: speed })} ${t('speedNormal')}` : t('speedValue', { rate: speed }),
        }))}
      onChange={(event) => player.setRate(Number(event.currentTarget.value))}
    />
  )
}

interface Props {
  player: Player
  recording: Recording
  timeline?: Timeline
}

/** The player bar at the bottom of a file: progress, transport, speed and volume. */
export function MediaBar({ player, recording, timeline = EMPTY_TIMELINE }: Props) {
  const { t } = useTranslation('player')
  const { playing, buffering, rate, failure } = usePlayerState(player)
  return (
    <section className={styles.bar} aria-label={t('player')}>
      <Preview player={player} recording={recording} />
      <Progress player={player} recording={recording} timeline={timeline} />
      <div className={styles.controls}>
        <div className={styles.transport}>
          <Press label={t('back')} onPress={() => player.skip(-SKIP_SECONDS)}>
            <IconRewindBackward5 aria-hidden size={22} />
          </Press>
          <Press large label={t(playing ? 'pause' : 'play')} onPress={player.toggle}>
            {playing ? <IconPlayerPauseFilled aria-hidden size={20} /> : <IconPlayerPlayFilled aria-hidden size={20} />}
          </Press>
          <Press label={t('forward')} onPress={() => player.skip(SKIP_SECONDS)}>
            <IconRewindForward5 aria-hidden size={22} />
          </Press>
        </div>
        <TimeText player={player} />
        <output className={styles.state}>{buffering && failure === null ? t('buffering') : ''}</output>
        <Speed player={player} rate={rate} />
        <PlaybackSettings player={player} hasWords={timeline !== EMPTY_TIMELINE} />
        <Volume player={player} />
      </div>
      {failure !== null && (
        <div className={styles.failure} role="alert">
          <span>{t(failure === 'network' ? 'failedNetwork' : 'failedUnplayable')}</span>
          <Button size="compact-sm" variant="default" onClick={() => player.play()}>
            {t('retry')}
          </Button>
        </div>
      )}
    </section>
  )
}
