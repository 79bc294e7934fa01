import { buildCloudIndex, cloudAt, type CloudWord } from '@kaiwa/transcript/analysis/word-cloud.ts'
import { formatTime } from '@kaiwa/transcript'
import { useElementSize } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SLIDER_STEP, sliderEnd } from '../player/displayed-time.ts'
import { usePlayerTime } from '../player/use-player.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import styles from './WordCloud.module.css'
import { AnalyseAgain } from './AnalyseAgain.tsx'
import { useAnalysisParameters } from './analysis-parameters.ts'
import { TypeSwitches } from './TypeSwitches.tsx'
import { useCloudLayout } from './use-cloud-layout.ts'
import { useSettledDocument } from './use-settled-document.ts'

/** Font sizes in CSS pixels, in steps, so that few changes of a weight change the size. */
const MIN_SIZE = 16
const MAX_SIZE = 72
const SIZE_STEP = 4

function sizeOf({ weight }: CloudWord): number {
  const size = 10 + 22 * Math.sqrt(weight)
  return Math.min(MAX_SIZE, Math.max(MIN_SIZE, Math.round(size / SIZE_STEP) * SIZE_STEP))
}

function toStep(time: number): number {
  return Math.round(Math.round(time / SLIDER_STEP) * SLIDER_STEP * 10) / 10
}

/** The time of the slider in steps: the position of the player while there is one. */
function useSliderTime(): [time: number, seek: (time: number) => void] {
  const { player } = useOpenFile()
  const [time, setTime] = useState(() => toStep(player?.time() ?? 0))
  usePlayerTime(player, (exact) => setTime(toStep(exact)))
  return [time, (wanted) => (player ? player.seek(wanted) : setTime(toStep(wanted)))]
}

interface CloudProps {
  words: readonly CloudWord[]
  onSearch: (words: string) => void
}

/**
 * The words as a list of buttons, the heaviest first. Wide screens show them at the places of the layout. A word keeps its
 * element, and so its colour and place.
 */
function Cloud({ words, onSearch }: CloudProps) {
  const { t } = useTranslation('analysis')
  const { ref, width, height } = useElementSize()
  const sized = useMemo(() => words.map((word) => ({ key: word.key, text: word.base, size: sizeOf(word) })), [words])
  const { state, places } = useCloudLayout(sized, { width, height })
  return (
    <ol className={styles.cloud} ref={ref} aria-label={t('views.cloud')} data-state={state}>
      {words.map(({ key, base, type, count, search }) => {
        const place = places.get(key)
        return (
          <li
            key={key}
            className={styles.word}
            data-placed={place !== undefined || undefined}
            style={place && { '--x': `${place.x}px`, '--y': `${place.y}px`, '--size': `${place.size}px` }}
          >
            <button
              type="button"
              className={styles.button}
              data-type={type}
              aria-label={t('cloudWord', { word: base, count })}
              title={t('cloudWord', { word: base, count })}
              onClick={() => onSearch(search)}
            >
              {base}
              <span className={styles.count}>{count}</span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

interface Props {
  /** Searches in the transcript. */
  onSearch: (words: string) => void
}

/** The words of the 60 s around the slider, which follows the player (ANA-02…05). */
export function WordCloud({ onSearch }: Props) {
  const { t } = useTranslation('analysis')
  const { file, session } = useOpenFile()
  const document = useSettledDocument(session)
  const { blocks } = document
  const { types, change } = useAnalysisParameters()
  const index = useMemo(() => buildCloudIndex(blocks), [blocks])
  const [time, seek] = useSliderTime()
  const words = useMemo(() => cloudAt(index, time, types), [index, time, types])
  const end = sliderEnd(Math.max(file.duration, (index.times.at(-1) ?? 0) + 1))
  return (
    <>
      <AnalyseAgain document={document} />
      <TypeSwitches types={types} onTypes={(next) => change({ types: next })} />
      <label className={styles.slider}>
        <span>{t('around')}</span>
        <input
          type="range"
          min={0}
          max={end}
          step={SLIDER_STEP}
          value={time}
          aria-valuetext={formatTime(time)}
          onChange={(event) => seek(Number(event.currentTarget.value))}
        />
        <output>{formatTime(time)}</output>
      </label>
      {words.length === 0 ? (
        <p className={styles.none}>{t('noWordsHere')}</p>
      ) : (
        <Cloud words={words} onSearch={onSearch} />
      )}
    </>
  )
}
