import { unitOf } from '@kaiwa/contract/report-pairs.ts'
import type { ReportRow, ReportTable } from '@kaiwa/contract/reports.ts'
import { formatTime, languageOf, sentimentSign } from '@kaiwa/transcript'
import { Button } from '@mantine/core'
import { IconPlayerPlayFilled, IconX } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { fileAddress } from '../files/file-address.ts'
import { SpeakerAvatar } from '../ui/SpeakerAvatar.tsx'
import type { ReportState } from './report-state.ts'
import styles from './ReportRows.module.css'
import { cellName } from './value-names.ts'

interface Props {
  /** Receives the focus when a number of the table was chosen. */
  heading: RefObject<HTMLHeadingElement | null>
  report: ReportState
  table: ReportTable
  rows: readonly ReportRow[]
  total: number
  onClear: () => void
}

/** The text of a row: a block, or the text around a word or passage, which is marked. */
function RowText({ row: { content, transcript_block: block, mark, tag } }: { row: ReportRow }) {
  const text = content ?? block?.content ?? ''
  const { start, end } = mark ?? { start: 0, end: 0 }
  return (
    <p className={styles.text} lang={languageOf([{ content: text }]) ?? undefined}>
      {text.slice(0, start)}
      {mark && (
        <mark
          className={styles.mark}
          style={{ '--tag-colour': tag?.appearance ?? 'var(--mantine-primary-color-filled)' }}
        >
          {text.slice(start, end)}
        </mark>
      )}
      {text.slice(end)}
    </p>
  )
}

/** The rows of a report. Each opens its file at the moment (REP-01, REP-03). */
export function ReportRows({ heading, report, table, rows, total, onClear }: Props) {
  const { t, i18n } = useTranslation('reports')
  const unit = unitOf(report)
  const columns = ['time', 'file', 'speaker', 'emotion', ...valueColumn(unit), 'text'] as const
  const row = (one: ReportRow, index: number) => {
    const { project_file: file, uuid, speaker, time: seconds, tag, keyword } = one
    const time = formatTime(seconds)
    const sign = sentimentSign(one.sentiment)
    return (
      <tr key={`${uuid} ${index}`}>
        <td data-column="time">
          <Button
            component={Link}
            to={fileAddress(file, { block: `${uuid}|${seconds}`, seconds })}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlayerPlayFilled size={12} aria-hidden="true" />}
            aria-label={t('playIn', { title: file.title, time })}
          >
            {time}
          </Button>
        </td>
        <td data-column="file" title={file.title}>
          {file.title}
        </td>
        <td data-column="speaker">
          <span className={styles.who}>
            <SpeakerAvatar speaker={speaker} size={20} />
            <span className={styles.name}>{speaker?.name ?? t('unknownSpeaker')}</span>
          </span>
        </td>
        <td data-column="emotion" data-sign={sign}>
          {t(`emotions.${sign}`)}
        </td>
        {unit === 'word' && <td data-column="keyword">{keyword}</td>}
        {unit === 'passage' && (
          <td data-column="tag">
            <span className={styles.tag} style={{ '--tag-colour': tag?.appearance }}>
              {tag?.name}
            </span>
          </td>
        )}
        <td data-column="text">
          <RowText row={one} />
        </td>
      </tr>
    )
  }
  return (
    <section className={styles.part} aria-labelledby="report-rows">
      <div className={styles.head}>
        <h2 id="report-rows" className={styles.title} ref={heading} tabIndex={-1}>
          {t('rows')}
        </h2>
        <span className={styles.count} role="status">
          {t('rowCount', { number: new Intl.NumberFormat(i18n.language).format(total), count: total })}
        </span>
        {report.cell && (
          <Button
            variant="light"
            size="compact-sm"
            className={styles.chosen}
            rightSection={<IconX size={14} aria-hidden="true" />}
            title={t('clearChosen')}
            onClick={onClear}
          >
            {t('chosen', { name: cellName(t, report, table, report.cell) })}
          </Button>
        )}
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map(row)}</tbody>
      </table>
    </section>
  )
}

function valueColumn(unit: ReturnType<typeof unitOf>): ('keyword' | 'tag')[] {
  if (unit === 'word') return ['keyword']
  return unit === 'passage' ? ['tag'] : []
}
