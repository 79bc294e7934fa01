import type { TalkRow } from '@kaiwa/contract/talk.ts'
import { speakerColour } from '@kaiwa/transcript/speaker-identity.ts'
import { formatTime } from '@kaiwa/transcript'
import { useTranslation } from 'react-i18next'
import { useTalkTexts } from '../../analysis/use-talk-texts.ts'
import styles from './FolderTalk.module.css'
import { figureOf, partsOf } from './talk-values.ts'
import type { TalkState } from './talk-state.ts'
import { FileName, TalkBar } from './TalkFile.tsx'

/** Speakers whose colour is explained. */
const MAX_LEGEND = 12

function useFigureText({ measure, speaker }: TalkState) {
  const { t } = useTranslation('reports')
  const texts = useTalkTexts()
  return ({ figures, unit, speakers }: TalkRow): string => {
    switch (measure) {
      case 'seconds':
        return formatTime(figures.seconds)
      case 'share': {
        const most = speakers[0]
        if (speaker !== null || !most) return texts.share(figures.share)
        return t('talk.share', { name: most.speaker?.name ?? t('unknownSpeaker'), share: texts.share(most.share) })
      }
      case 'pace':
        return texts.pace(figures.pace, unit)
      case 'pauses':
      case 'overlaps':
        return texts.times(figures[measure])
      case 'median':
      case 'longest':
        return texts.seconds(figureOf(figures, measure))
      case 'turns':
      case 'questions':
        return String(figures[measure])
    }
  }
}

/** The colours of the speakers in the bars, the longest talk time first. Speakers of the same name have that of their file. */
function Legend({ rows }: { rows: readonly TalkRow[] }) {
  const { t } = useTranslation('reports')
  const found = new Map<number | null, { name: string; seconds: number; titles: string[] }>()
  for (const { speakers, project_file: file } of rows)
    for (const { speaker, seconds } of speakers) {
      const known = found.get(speaker?.id ?? null)
      found.set(speaker?.id ?? null, {
        name: speaker?.name ?? t('unknownSpeaker'),
        seconds: (known?.seconds ?? 0) + seconds,
        titles: [...(known?.titles ?? []), file.title],
      })
    }
  const namesakes = Map.groupBy(found.values(), ({ name }) => name)
  const nameOf = ({ name, titles }: { name: string; titles: readonly string[] }) =>
    titles.length === 1 && (namesakes.get(name)?.length ?? 0) > 1
      ? t('talk.speakerIn', { name, title: titles[0] ?? '' })
      : name
  const first = [...found].toSorted(([, a], [, b]) => b.seconds - a.seconds).slice(0, MAX_LEGEND)
  return (
    <ul className={styles.legend}>
      {first.map(([id, one]) => (
        <li key={id ?? 0} style={{ '--speaker': speakerColour(id) }}>
          {nameOf(one)}
        </li>
      ))}
      {found.size > MAX_LEGEND && <li data-rest>{t('talk.more', { count: found.size - MAX_LEGEND })}</li>}
    </ul>
  )
}

/** One bar per file, in the order of the table. Where speakers add up, the bar is divided into their parts. */
export function TalkChart({ rows, state }: { rows: readonly TalkRow[]; state: TalkState }) {
  const { t } = useTranslation('reports')
  const { measure, speaker } = state
  const textOf = useFigureText(state)
  const bars = rows.map((row) => ({ row, parts: partsOf(row, measure, speaker) }))
  const isDivided = bars.some(({ parts }) => parts.length > 1)
  const lengthOf = (parts: (typeof bars)[number]['parts']) => parts.reduce((sum, { value }) => sum + value, 0)
  // Paces in characters and in words have no common scale.
  const scaleOf = ({ unit }: TalkRow) => (measure === 'pace' ? unit : 'all')
  const whole = new Map<string, number>()
  for (const { row, parts } of bars)
    whole.set(scaleOf(row), Math.max(whole.get(scaleOf(row)) ?? 0, measure === 'share' ? 1 : lengthOf(parts)))
  return (
    <>
      {isDivided && <Legend rows={rows} />}
      <ol className={styles.chart} aria-label={t('talk.title')}>
        {bars.map(({ row, parts }) => (
          <li key={row.project_file.id} className={styles.line}>
            <FileName row={row} speaker={speaker} />
            <TalkBar parts={parts} whole={whole.get(scaleOf(row)) ?? 0} />
            <span className={styles.value}>{textOf(row)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
