import { LIMITS } from '@kaiwa/contract/limits.ts'
import { cutText, type EditableBlock, languageOf, sentimentSign } from '@kaiwa/transcript'
import { NativeSelect, UnstyledButton } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLockedBlocks } from '../tags/use-locked-blocks.ts'
import { useFileSpeakers } from '../speakers/use-speakers.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { Paginator } from '../ui/Paginator.tsx'
import { SortableHead } from '../ui/SortableHead.tsx'
import styles from './Analysis.module.css'
import { EMOTION_FILTERS, useAnalysisParameters } from './analysis-parameters.ts'
import { emotionRows, type EmotionFilter, pageOf } from './emotion-rows.ts'
import { EmotionSelect } from './EmotionSelect.tsx'
import { PlayAt } from './PlayAt.tsx'
import { SpeakerName } from './SpeakerName.tsx'
import { useSettledDocument } from './use-settled-document.ts'

/** Characters of a block in its row. A block may be as long as a book. */
const SHOWN_CHARACTERS = 160

interface Props {
  /** Shows a block in the transcript. */
  onShow: (uuid: string) => void
}

function Filters() {
  const { t } = useTranslation('analysis')
  const { file, session } = useOpenFile()
  const speakers = useFileSpeakers(file, session)
  const { emotion, speaker, change } = useAnalysisParameters()
  return (
    <div className={styles.filters}>
      <NativeSelect
        label={t('emotion')}
        size="xs"
        value={emotion}
        data={EMOTION_FILTERS.map((value) => ({ value, label: t(`emotions.${value}`) }))}
        onChange={(event) => change({ emotion: event.currentTarget.value as EmotionFilter })}
      />
      <NativeSelect
        label={t('speaker')}
        size="xs"
        value={String(speaker)}
        data={[
          { value: '0', label: t('allSpeakers') },
          ...speakers.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => change({ speaker: Number(event.currentTarget.value) })}
      />
    </div>
  )
}

/** Every block with its emotion, which editors change; 20 per page (ANA-06, ANA-07). */
export function EmotionTable({ onShow }: Props) {
  const { t } = useTranslation('analysis')
  const { file, session } = useOpenFile()
  const { blocks } = useSettledDocument(session)
  const locked = useLockedBlocks()
  const { page, emotion, speaker, emotionOrder, change } = useAnalysisParameters()
  const found = useMemo(
    () => emotionRows(blocks, { emotion, speaker, emotionOrder }),
    [blocks, emotion, speaker, emotionOrder],
  )
  const { rows, current, last } = pageOf(found, page, LIMITS.emotionsPerPage)
  const sortOf = (column: 'time' | 'emotion') => ({
    label: t(column),
    column,
    direction:
      emotionOrder === column
        ? ('ascending' as const)
        : emotionOrder === `-${column}`
          ? ('descending' as const)
          : ('none' as const),
    onSort: () => change({ sort: emotionOrder === column ? `-${column}` : column }),
  })
  const row = (block: EditableBlock) => {
    const { uuid, start_time, speaker_id, content, sentiment, is_sentiment_manual: isManual } = block
    return (
      <tr key={uuid}>
        <td data-column="time">
          <PlayAt time={start_time} />
        </td>
        <td data-column="speaker">
          <SpeakerName id={speaker_id} />
        </td>
        <td data-column="text">
          <UnstyledButton
            className={styles.text}
            lang={languageOf([block]) ?? undefined}
            title={t('showInTranscript')}
            onClick={() => onShow(uuid)}
          >
            {cutText(content, SHOWN_CHARACTERS)}
          </UnstyledButton>
        </td>
        <td data-column="emotion">
          <div className={styles.emotion}>
            {file.can.edit ? (
              <EmotionSelect block={block} isLocked={locked.has(uuid)} />
            ) : (
              <span data-emotion={sentimentSign(sentiment)}>{t(`emotions.${sentimentSign(sentiment)}`)}</span>
            )}
            {isManual && <IconUserCheck size={16} role="img" aria-label={t('byHand')} title={t('byHand')} />}
          </div>
        </td>
      </tr>
    )
  }
  return (
    <>
      <Filters />
      <p className={styles.total} role="status">
        {t('blocks', { count: found.length })}
      </p>
      {rows.length === 0 ? (
        <p className={styles.none}>{t('noBlocks')}</p>
      ) : (
        <table className={styles.table} aria-label={t('views.emotions')}>
          <thead>
            <tr>
              <SortableHead {...sortOf('time')} />
              <th scope="col" data-column="speaker">
                {t('speaker')}
              </th>
              <th scope="col">{t('text')}</th>
              <SortableHead {...sortOf('emotion')} />
            </tr>
          </thead>
          <tbody>{rows.map(row)}</tbody>
        </table>
      )}
      <Paginator current={current} last={last} onChange={(next) => change({ page: next })} />
    </>
  )
}
