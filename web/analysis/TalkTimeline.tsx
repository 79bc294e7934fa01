import type { Talk } from '@kaiwa/transcript/analysis/talk.ts'
import { unionOf } from '@kaiwa/transcript/analysis/intervals.ts'
import { formatTime } from '@kaiwa/transcript'
import { speakerColour } from '@kaiwa/transcript/speaker-identity.ts'
import { useRef } from 'react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlayerTime } from '../player/use-player.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import styles from './TalkTimeline.module.css'
import { SpeakerName } from './SpeakerName.tsx'

/** Width of the drawing; shorter gaps than a thousandth of the recording are not visible. */
const WIDTH = 1000

/** One path for all intervals of a lane: a recording of 10 h may have thousands. */
function pathOf(intervals: Parameters<typeof unionOf>[0], duration: number): string {
  const scale = WIDTH / duration
  return unionOf(intervals, duration / WIDTH)
    .map(
      ({ start, end }) =>
        `M${(start * scale).toFixed(1)} 0h${Math.max(1, (end - start) * scale).toFixed(1)}v1h-${Math.max(1, (end - start) * scale).toFixed(1)}z`,
    )
    .join('')
}

/** When each speaker speaks: a lane per speaker. A click plays from there; the arrow keys move as everywhere. */
export function TalkTimeline({ talk: { speakers, duration } }: { talk: Talk }) {
  const { t } = useTranslation('analysis')
  const { player } = useOpenFile()
  const lanes = useRef<HTMLDivElement>(null)
  usePlayerTime(player, (time) => {
    const share = duration > 0 ? Math.min(1, time / duration) : 0
    lanes.current?.style.setProperty('--played', String(share))
  })
  const handleClick = ({ currentTarget, clientX, detail }: MouseEvent<HTMLButtonElement>) => {
    // A press of a key has no place.
    if (!player || detail === 0) return
    const { left, width } = currentTarget.getBoundingClientRect()
    player.seek(((clientX - left) / width) * duration)
  }
  return (
    <div className={styles.timeline}>
      <ul className={styles.names} aria-hidden="true">
        {speakers.map(({ speaker_id: id }) => (
          <li key={id ?? 0}>
            <SpeakerName id={id} />
          </li>
        ))}
      </ul>
      <div className={styles.lanes} ref={lanes}>
        {speakers.map(({ speaker_id: id, intervals }) => (
          <button
            key={id ?? 0}
            type="button"
            className={styles.lane}
            tabIndex={-1}
            aria-hidden="true"
            disabled={!player}
            onClick={handleClick}
          >
            <svg viewBox={`0 0 ${WIDTH} 1`} preserveAspectRatio="none" focusable="false">
              <path d={pathOf(intervals, Math.max(duration, 1e-3))} fill={speakerColour(id)} />
            </svg>
          </button>
        ))}
        <span className={styles.head} aria-hidden="true" />
      </div>
      <p className={styles.times}>
        <span>{formatTime(0)}</span>
        <span>{t('clickToSeek')}</span>
        <span>{formatTime(duration)}</span>
      </p>
    </div>
  )
}
