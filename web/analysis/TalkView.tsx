import type { TalkFigures } from '@kaiwa/contract/talk.ts'
import { type Talk, talkOf } from '@kaiwa/transcript/analysis/talk.ts'
import { formatTime } from '@kaiwa/transcript'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useOpenFile } from '../transcripts/open-file.ts'
import styles from './Analysis.module.css'
import { PlayAt } from './PlayAt.tsx'
import { SpeakerName } from './SpeakerName.tsx'
import { SpeakerShares } from './SpeakerShares.tsx'
import { talkSpeakerOf } from './talk-address.ts'
import { TalkTimeline } from './TalkTimeline.tsx'
import { useSettledDocument } from './use-settled-document.ts'
import { useTalkTexts } from './use-talk-texts.ts'

const COLUMNS = ['speaker', 'share', 'turns', 'median', 'longest', 'pace', 'pauses', 'overlaps', 'questions'] as const

function Figures({ talk: { unit, total, speakers } }: { talk: Talk }) {
  const { t } = useTranslation('analysis')
  const texts = useTalkTexts()
  const [search] = useSearchParams()
  const chosen = talkSpeakerOf(search)
  const chosenRow = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (chosen !== undefined) chosenRow.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const cells = (name: ReactNode, figures: TalkFigures) => (
    <>
      <th scope="row" data-column="speaker">
        {name}
      </th>
      <td data-column="share">
        {texts.share(figures.share)} <span className={styles.quiet}>{formatTime(figures.seconds)}</span>
      </td>
      <td data-column="turns">{figures.turns}</td>
      <td data-column="median">{texts.seconds(figures.median_turn)}</td>
      <td data-column="longest">
        <span className={styles.longest}>
          {texts.seconds(figures.longest.seconds)}
          <PlayAt time={figures.longest.start} />
        </span>
      </td>
      <td data-column="pace">{texts.pace(figures.pace, unit)}</td>
      <td data-column="pauses">{texts.times(figures.pauses)}</td>
      <td data-column="overlaps">{texts.times(figures.overlaps)}</td>
      <td data-column="questions">{figures.questions}</td>
    </>
  )
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
        <tbody>
          {speakers.map((speaker) => {
            const { speaker_id: id } = speaker
            const isChosen = id === chosen
            return (
              <tr key={id ?? 0} ref={isChosen ? chosenRow : null} aria-current={isChosen || undefined}>
                {cells(<SpeakerName id={id} />, speaker)}
              </tr>
            )
          })}
        </tbody>
        {total && speakers.length > 1 && (
          <tfoot>
            <tr>{cells(t('everyone'), total)}</tr>
          </tfoot>
        )}
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
