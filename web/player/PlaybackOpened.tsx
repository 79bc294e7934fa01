import { ActionIcon, Popover, Switch } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpensAtOnce } from '../ui/lazy-menu.tsx'
import { PlaybackButton, type PlaybackProps } from './PlaybackButton.tsx'
import styles from './Playback.module.css'
import { MAX_SPEED, MIN_SPEED, SPEED_STEP } from './speeds.ts'
import { usePlayerState } from './use-player.ts'

/** The finer settings of playback: speed in small steps, and skipping of silence. */
export function PlaybackOpened({ player, hasWords }: PlaybackProps) {
  const { t } = useTranslation('player')
  const { rate, skipsSilence } = usePlayerState(player)
  const { target, opened, setOpened } = useOpensAtOnce()
  const id = useId()
  const step = (by: 1 | -1) => {
    const label = t(by === 1 ? 'faster' : 'slower')
    return (
      <ActionIcon
        variant="default"
        size={32}
        aria-label={label}
        title={label}
        disabled={by === 1 ? rate >= MAX_SPEED : rate <= MIN_SPEED}
        onClick={() => player.setRate(rate + by * SPEED_STEP)}
      >
        {by === 1 ? <IconPlus aria-hidden size={16} /> : <IconMinus aria-hidden size={16} />}
      </ActionIcon>
    )
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="top-end"
      width="min(20rem, calc(100vw - 16px))"
      shadow="md"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <PlaybackButton ref={target} player={player} hasWords={hasWords} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('settings')} className={styles.card} data-own-keys>
        <div className={styles.head}>
          <label htmlFor={id}>{t('speed')}</label>
          <output className={styles.rate}>{t('speedValue', { rate })}</output>
        </div>
        <div className={styles.row}>
          {step(-1)}
          <input
            id={id}
            className={styles.slider}
            type="range"
            min={MIN_SPEED}
            max={MAX_SPEED}
            step={SPEED_STEP}
            aria-valuetext={t('speedValue', { rate })}
            data-autofocus
            value={rate}
            onChange={(event) => player.setRate(Number(event.currentTarget.value))}
          />
          {step(1)}
        </div>
        {hasWords && (
          <Switch
            label={t('skipSilence')}
            description={t('skipSilenceAbout')}
            checked={skipsSilence}
            onChange={(event) => player.setSkipsSilence(event.currentTarget.checked)}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
