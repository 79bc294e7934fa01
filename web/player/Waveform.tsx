import { skipToken, useQuery } from '@tanstack/react-query'
import { memo, useId, useMemo } from 'react'
import styles from './MediaBar.module.css'
import type { Recording } from './recording.ts'
import { useMedia } from './use-player.ts'

async function fetchPeaks(address: string, signal: AbortSignal): Promise<number[]> {
  const answer = await fetch(address, { credentials: 'include', signal })
  // Chromium keeps the connection of an uncacheable response until its body is read, also for error responses.
  const text = await answer.text()
  if (!answer.ok) return []
  const body: unknown = JSON.parse(text)
  const peaks = typeof body === 'object' && body !== null && 'peaks' in body ? body.peaks : []
  return Array.isArray(peaks) ? peaks.filter((peak) => typeof peak === 'number') : []
}

/** The loudest peak is drawn at full height. Below this one (-20 dB) it is not, so that noise does not look like speech. */
const MIN_FULL_PEAK = 0.1

/** An SVG path of peaks (0 to 1), mirrored at the line y = 1; one unit wide per peak, two units high. */
function wavePath(peaks: readonly number[]): string {
  if (peaks.length === 0) return ''
  const full = peaks.reduce((loudest, peak) => Math.max(loudest, peak), MIN_FULL_PEAK)
  const height = (peak: number) => Math.min(1, Math.max(0.02, peak / full))
  const upper = peaks.map((peak, x) => `L${x} ${(1 - height(peak)).toFixed(2)}`)
  const lower = peaks.map((peak, x) => `L${x} ${(1 + height(peak)).toFixed(2)}`).toReversed()
  return `M0 1${upper.join('')}L${peaks.length} 1${lower.join('')}Z`
}

/** The waveform as background of the slider; empty until it is loaded. */
export const Waveform = memo(({ recording }: { recording: Recording }) => {
  const { waveform } = useMedia(recording)
  const { data } = useQuery({
    queryKey: ['waveform', recording.videoId],
    queryFn: waveform === null ? skipToken : ({ signal }) => fetchPeaks(waveform, signal),
    staleTime: Infinity,
    retry: false,
  })
  const id = useId()
  const path = useMemo(() => wavePath(data ?? []), [data])
  if (!data || data.length === 0) return null
  return (
    <svg className={styles.waveform} viewBox={`0 0 ${data.length} 2`} preserveAspectRatio="none" aria-hidden>
      <path id={id} d={path} className={styles.wave} />
      <use href={`#${id}`} className={styles.wavePlayed} />
    </svg>
  )
})
