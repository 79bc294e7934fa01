import { formatTime } from '@kaiwa/transcript'
import { useRef } from 'react'
import styles from './MediaBar.module.css'
import type { Player } from './player.ts'
import { shownTime } from './shown-time.ts'
import { usePlayerState, usePlayerTime } from './use-player.ts'

/** Current time and duration. The time is written directly to the DOM, because it may change with every frame. */
export const TimeText = ({ player }: { player: Player }) => {
  const { duration } = usePlayerState(player)
  const place = useRef<HTMLSpanElement>(null)
  usePlayerTime(player, (time) => {
    const text = formatTime(shownTime(time, duration))
    if (place.current && place.current.textContent !== text) place.current.textContent = text
  })
  return (
    <span className={styles.time}>
      <span ref={place} data-testid="current-time" /> / {formatTime(duration)}
    </span>
  )
}
