import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sources } from '../types.ts'
import styles from './LevelMeters.module.css'

/** The quietest level that is shown, in decibels. */
const QUIETEST_DB = -60

/** A share of the meter from 0 to 1. */
function shareOf(level: number): number {
  return Math.min(1, Math.max(0, 1 - level / QUIETEST_DB))
}

interface LevelMeterProps {
  label: string
  /** Decibels below full scale at present; -Infinity for none. */
  read: () => number
}

/** The level of one channel. Drawn with each frame of its window, without rendering. */
function LevelMeter({ label, read }: LevelMeterProps) {
  const { t } = useTranslation('recording')
  const bar = useRef<HTMLSpanElement>(null)
  const [level, setLevel] = useState(QUIETEST_DB)
  const readLevel = useEffectEvent(read)
  useEffect(() => {
    const view = bar.current?.ownerDocument.defaultView ?? window
    let shown = 0
    let last = 0
    let frame = 0
    const draw = (at: number) => {
      const now = readLevel()
      // Rises immediately and falls slowly, so that it can be read.
      shown = Math.max(shareOf(now), shown - 0.02)
      if (bar.current) bar.current.style.transform = `scaleX(${shown})`
      // For assistive technology, which needs no more.
      if (at - last > 1_000) {
        last = at
        setLevel(Math.max(QUIETEST_DB, Math.round(now)))
      }
      frame = view.requestAnimationFrame(draw)
    }
    frame = view.requestAnimationFrame(draw)
    return () => view.cancelAnimationFrame(frame)
  }, [])
  const text = level <= QUIETEST_DB ? t('silent') : t('levelValue', { level })
  return (
    <div className={styles.meter}>
      <span className={styles.label}>{label}</span>
      <span
        className={styles.track}
        role="meter"
        aria-label={t('levelOf', { name: label })}
        aria-valuemin={QUIETEST_DB}
        aria-valuemax={0}
        aria-valuenow={Math.min(0, level)}
        aria-valuetext={text}
      >
        <span ref={bar} className={styles.bar} />
      </span>
    </div>
  )
}

interface Props {
  channels: Sources['channels']
  /** Levels of the channels at present, in decibels below full scale. */
  readLevels: () => readonly number[]
}

/** The levels of the recorded channels. */
export function LevelMeters({ channels, readLevels }: Props) {
  const { t } = useTranslation('recording')
  return channels.map((channel, index) => (
    <LevelMeter key={channel} label={t(`channels.${channel}`)} read={() => readLevels()[index] ?? -Infinity} />
  ))
}
