import { formatTime } from '@kaiwa/transcript'
import { useRef, useState } from 'react'
import type { ChangeEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../platform/lazy-part.tsx'
import type { Hover } from './HoverPreview.tsx'
import styles from './MediaBar.module.css'
import type { Player } from './player.ts'
import type { Recording } from './recording.ts'
import { markPosition } from './timeline.ts'
import type { Timeline } from './timeline.ts'
import { SLIDER_STEP, displayedTime, sliderEnd } from './displayed-time.ts'
import { usePlayerState, usePlayerTime } from './use-player.ts'
import { Waveform } from './Waveform.tsx'

const HoverPreview = lazyPart(async () => (await import('./HoverPreview.tsx')).HoverPreview)

/** The progress slider over the waveform, with hover preview (PLAY-04) and section starts (PLAY-13). */
export function Progress({
  player,
  recording,
  timeline,
}: {
  player: Player
  recording: Recording
  timeline: Timeline
}) {
  const { t } = useTranslation('player')
  const { duration } = usePlayerState(player)
  const track = useRef<HTMLDivElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const [hover, setHover] = useState<Hover | null>(null)
  const end = sliderEnd(duration)

  usePlayerTime(player, (exact) => {
    const time = displayedTime(exact, duration)
    const share = duration > 0 ? Math.min(1, time / duration) : 0
    track.current?.style.setProperty('--played', `${(share * 100).toFixed(3)}%`)
    if (!slider.current) return
    slider.current.value = String(time)
    slider.current.ariaValueText = t('position', { time: formatTime(time), duration: formatTime(duration) })
  })

  const handleChange = (event: ChangeEvent<HTMLInputElement>) => player.seek(Number(event.currentTarget.value))
  const handlePointer = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width))
    setHover({ time: share * duration, share, width })
  }

  return (
    <div
      className={styles.progress}
      ref={track}
      onPointerMove={handlePointer}
      onPointerLeave={() => setHover(null)}
      onPointerCancel={() => setHover(null)}
    >
      <Waveform recording={recording} />
      <div className={styles.rail} aria-hidden />
      {duration > 0 &&
        timeline.sections?.map(({ uuid, start_time }) => (
          <div
            key={uuid}
            className={styles.mark}
            style={{ left: `${markPosition(start_time, duration)}%` }}
            aria-hidden
          />
        ))}
      <input
        className={styles.slider}
        ref={slider}
        type="range"
        min={0}
        max={end}
        step={SLIDER_STEP}
        defaultValue={0}
        disabled={duration <= 0}
        aria-label={t('progress')}
        onChange={handleChange}
      />
      {hover && duration > 0 && (
        <HoverPreview hover={hover} recording={recording} duration={duration} timeline={timeline} />
      )}
    </div>
  )
}
