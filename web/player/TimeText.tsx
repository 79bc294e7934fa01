import { formatTime } from '@kaiwa/transcript'
import { useRef } from 'react'
import styles from './MediaBar.module.css'
import type { Player } from './player.ts'
import { displayedTime } from './displayed-time.ts'
import { usePlayerState, usePlayerTime } from './use-player.ts'

/** Current time and duration. The time is written directly to the DOM, because it may change with every frame. */
export function TimeText({ player }: { player: Player }) {
  const { duration } = usePlayerState(player)
  const container = useRef<HTMLSpanElement>(null)
  usePlayerTime(player, (time) => {
    const text = formatTime(displayedTime(time, duration))
    if (container.current && container.current.textContent !== text) container.current.textContent = text
  })
  return (
    <span className={styles.time}>
      <span ref={container} data-testid="current-time" /> / {formatTime(duration)}
    </span>
  )
}
