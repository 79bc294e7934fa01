import type { TalkFigures, TalkUnit } from '@kaiwa/contract/talk.ts'
import { useTranslation } from 'react-i18next'

/** Figures of talk as text. */
export function useTalkTexts() {
  const { t } = useTranslation('analysis')
  const seconds = (value: number) => t('seconds', { count: Math.round(value * 10) / 10 })
  return {
    seconds,
    share: (value: number) => `${Math.round(value * 100)}%`,
    times: ({ count, seconds: total }: TalkFigures['pauses']) =>
      count === 0 ? '–' : t('timesAndSeconds', { count, time: seconds(total) }),
    pace: (pace: number | null, unit: TalkUnit) =>
      pace === null ? '–' : t(`pace.${unit}`, { count: Math.round(pace) }),
  }
}
