import { formatTime, sectionAt } from '@kaiwa/transcript'
import { spriteCell } from '@kaiwa/media-tools/sprites.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './MediaBar.module.css'
import type { Recording } from './recording.ts'
import { sentimentTone } from './timeline.ts'
import type { Timeline } from './timeline.ts'
import { SPRITE_SIZE, cellPosition } from './sprite-position.ts'
import { useMedia } from './use-player.ts'

export interface Hover {
  /** Time under the pointer in seconds. */
  time: number
  /** The same as a fraction of the slider, and the slider's width in CSS pixels. */
  share: number
  width: number
}

const BOX_WIDTH = 160

/** Aspect ratio (width / height) of a sprite cell. Null until the image has loaded, or when it does not exist. */
function useCellShape(address: string | null): number | null {
  const [shape, setShape] = useState<number | null>(null)
  useEffect(() => {
    if (address === null) return undefined
    const image = new Image()
    // All cells of a file have the same shape, so the first image is sufficient.
    image.addEventListener('load', () => setShape(image.naturalWidth / image.naturalHeight))
    image.src = address
    return () => {
      image.src = ''
    }
  }, [address])
  return shape
}

interface Props {
  hover: Hover
  recording: Recording
  duration: number
  timeline: Timeline
}

/** The picture and time under the pointer, with section and sentiment (PLAY-14). */
export function HoverPreview({ hover, recording, duration, timeline }: Props) {
  const { t } = useTranslation('player')
  const { sprite } = useMedia(recording)
  const pictured = !recording.isAudio && recording.frames > 0
  const cell = pictured ? spriteCell(hover.time, duration, recording.frames) : null
  const address = cell ? sprite(cell.image) : null
  const shape = useCellShape(address)
  const sentiment = sentimentTone(timeline.sentimentAt(hover.time))
  const section = timeline.sections === null ? null : (sectionAt(timeline.sections, hover.time)?.name ?? null)
  const half = pictured ? BOX_WIDTH / 2 : 32
  const left = Math.min(Math.max(hover.share * hover.width, half), Math.max(half, hover.width - half))
  return (
    <div className={styles.hover} style={{ left }} aria-hidden>
      {cell && shape !== null && (
        <div
          className={styles.cell}
          style={{
            width: BOX_WIDTH,
            aspectRatio: shape,
            backgroundImage: `url("${address}")`,
            backgroundSize: SPRITE_SIZE,
            backgroundPosition: cellPosition(cell),
          }}
        />
      )}
      <span className={styles.hoverTime} data-sentiment={sentiment ?? undefined}>
        <span>{formatTime(hover.time)}</span>
        {sentiment && <span>{t(sentiment)}</span>}
      </span>
      {section !== null && <span className={styles.hoverSection}>{section}</span>}
    </div>
  )
}
