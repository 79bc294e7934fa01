import { formatTime } from '@kaiwa/transcript/format-time.ts'
import { Input, ScrollArea } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './ImportDialog.module.css'
import type { ImportSummary } from './queries.ts'

function Speakers({ speakers }: Pick<ImportSummary, 'speakers'>) {
  const { t } = useTranslation('exchange')
  if (speakers.length === 0) return t('nobody')
  return (
    <ul className={styles.speakers}>
      {speakers.map(({ name, is_new: isNew }) => (
        <li key={name}>
          {name}
          {isNew && <span className={styles.new}>{t('isNew')}</span>}
        </li>
      ))}
    </ul>
  )
}

/** The effect of an import on the transcript: figures, repairs, and the first lines. */
export function ImportFacts({ summary }: { summary: ImportSummary }) {
  const { t, i18n } = useTranslation('exchange')
  const firstId = useId()
  const { format, encoding, blocks, characters, start_time: from, end_time: to, sections, tags, repairs } = summary
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('fact.file')}</dt>
        <dd>{`${format.toUpperCase()}, ${encoding}`}</dd>
        <dt>{t('fact.amount')}</dt>
        <dd>{t('amount', { blocks: number.format(blocks), characters: number.format(characters) })}</dd>
        <dt>{t('fact.time')}</dt>
        <dd>{t('span', { from: formatTime(from), to: formatTime(to) })}</dd>
        <dt>{t('fact.speakers')}</dt>
        <dd>
          <Speakers speakers={summary.speakers} />
        </dd>
        {format === 'json' && (
          <>
            <dt>{t('fact.sections')}</dt>
            <dd>{number.format(sections)}</dd>
            <dt>{t('fact.tags')}</dt>
            <dd>{number.format(tags)}</dd>
          </>
        )}
      </dl>
      {repairs.length > 0 && (
        <div>
          <Input.Label labelElement="div">{t('repaired')}</Input.Label>
          <ul className={styles.notes}>
            {repairs.map(({ repair, count, line, found }) => (
              <li key={repair}>
                {line !== null && t('inLine', { line })}
                {t(`repairs.${repair}`, {
                  count,
                  found: [...found, ...(count > found.length ? ['…'] : [])].join(', '),
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <Input.Label id={firstId} labelElement="div">
          {t('first')}
        </Input.Label>
        {/* Scrollable content must be reachable by keyboard. */}
        <ScrollArea.Autosize
          className={styles.lines}
          mah="11rem"
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-labelledby': firstId }}
        >
          <ul>
            {summary.preview.map(({ start_time: time, speaker, content }, index) => (
              <li key={index}>
                <span className={styles.about}>{[formatTime(time), speaker].filter(Boolean).join('  ')}</span>
                <div>{content}</div>
              </li>
            ))}
          </ul>
        </ScrollArea.Autosize>
      </div>
    </>
  )
}
