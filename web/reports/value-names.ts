import type { Classification, Pair } from '@kaiwa/contract/report-pairs.ts'
import { EMOTIONS, tablePairOf } from '@kaiwa/contract/report-pairs.ts'
import type { ReportTable, ReportValue } from '@kaiwa/contract/reports.ts'
import { speakerColour, SPEAKER_COLOURS } from '@kaiwa/transcript/speaker-identity.ts'
import type { TFunction } from 'i18next'
import type { Cell } from './report-state.ts'

type Named = Pick<ReportValue, 'key' | 'name'>

/** The name of a value as its reader sees it. */
export function valueName(t: TFunction<'reports'>, classification: Classification, { key, name }: Named): string {
  if (classification === 'sentence') return t('classification.sentence')
  const emotion = EMOTIONS.find((one) => one === key)
  if (classification === 'emotions' && emotion) return t(`emotions.${emotion}`)
  return name ?? (classification === 'speakers' ? t('unknownSpeaker') : t('unknownValue', { id: key }))
}

const EMOTION_COLOURS: Readonly<Record<string, string>> = {
  positive: 'var(--kaiwa-good)',
  neutral: 'var(--kaiwa-quiet)',
  negative: 'var(--kaiwa-bad)',
}

/** The colour of a value in the chart: that of the speaker, tag or emotion; words take turns. */
export function valueColour(classification: Classification, { key, appearance }: ReportValue, index: number): string {
  if (classification === 'speakers') return speakerColour(Number(key))
  if (classification === 'emotions') return EMOTION_COLOURS[key] ?? 'var(--kaiwa-quiet)'
  return appearance ?? SPEAKER_COLOURS[index % SPEAKER_COLOURS.length] ?? 'var(--kaiwa-quiet)'
}

/** The values of the chosen number, as text. */
export function cellName(t: TFunction<'reports'>, pair: Pair, { rows, columns }: ReportTable, cell: Cell): string {
  const nameOf = (classification: Classification, values: readonly ReportValue[], key: string | null) => {
    if (key === null || classification === 'sentence') return []
    return [valueName(t, classification, values.find((value) => value.key === key) ?? { key, name: null })]
  }
  const { first, second } = tablePairOf(pair)
  const names = [...nameOf(first, rows, cell.row), ...nameOf(second, columns, cell.column)]
  return names.length === 0 ? t('all') : names.join(' × ')
}
