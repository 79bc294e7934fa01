import { type SpeakerTalk, type Talk, talkOf } from '@kaiwa/transcript/analysis/talk.ts'
import { formatTime } from '@kaiwa/transcript'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenFile } from '../transcripts/open-file.ts'
import styles from './Analysis.module.css'
import { PlayAt } from './PlayAt.tsx'
import { SpeakerName } from './SpeakerName.tsx'
import { SpeakerShares } from './SpeakerShares.tsx'
import { TalkTimeline } from './TalkTimeline.tsx'
import { useSettledDocument } from './use-settled-document.ts'

const COLUMNS = ['speaker', 'share', 'turns', 'median', 'longest', 'pace', 'pauses', 'overlaps', 'questions'] as const

function Figures({ talk: { unit, speakers } }: { talk: Talk }) {
  const { t } = useTranslation('analysis')
  const seconds = (value: number) => t('seconds', { count: Math.round(value * 10) / 10 })
  const times = ({ count, seconds: total }: SpeakerTalk['pauses']) =>
    count === 0 ? '–' : t('timesAndSeconds', { count, time: seconds(total) })
  const row = (speaker: SpeakerTalk) => {
    const { speaker_id: id, share, turns, median_turn, longest, pace, pauses, overlaps, questions } = speaker
    return (
      <tr key={id ?? 0}>
        <th scope="row" data-column="speaker">
          <SpeakerName id={id} />
        </th>
        <td data-column="share">
          {Math.round(share * 100)}% <span className={styles.quiet}>{formatTime(speaker.seconds)}</span>
        </td>
        <td data-column="turns">{turns}</td>
        <td data-column="median">{seconds(median_turn)}</td>
        <td data-column="longest">
          <span className={styles.longest}>
            {seconds(longest.seconds)}
            <PlayAt time={longest.start} />
          </span>
        </td>
        <td data-column="pace">{pace === null ? '–' : t(`pace.${unit}`, { count: Math.round(pace) })}</td>
        <td data-column="pauses">{times(pauses)}</td>
        <td data-column="overlaps">{times(overlaps)}</td>
        <td data-column="questions">{questions}</td>
      </tr>
    )
  }
  return (
    // The table has more columns than a phone is wide.
    <div className={styles.wide}>
      <table className={styles.table} data-wide aria-label={t('views.talk')}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" data-column={column} title={t(`talkHints.${column}`)}>
                {t(`talk.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{speakers.map(row)}</tbody>
      </table>
    </div>
  )
}

/** Figures of each speaker, and when they speak. */
export function TalkView() {
  const { t } = useTranslation('analysis')
  const { session } = useOpenFile()
  const { blocks } = useSettledDocument(session)
  const talk = useMemo(() => talkOf(blocks), [blocks])
  if (talk.speakers.length === 0) return <p className={styles.none}>{t('noBlocks')}</p>
  return (
    <>
      <h2 className={styles.title}>{t('shareOfTalk')}</h2>
      <SpeakerShares shares={talk.speakers} />
      <h2 className={styles.title}>{t('timeline')}</h2>
      <TalkTimeline talk={talk} />
      <h2 className={styles.title}>{t('figures')}</h2>
      <Figures talk={talk} />
    </>
  )
}
