import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type Keyword, keywordsOf, sortKeywords } from '@kaiwa/transcript/analysis/keywords.ts'
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenFile } from '../transcripts/open-file.ts'
import { Paginator } from '../ui/Paginator.tsx'
import { SortableHead } from '../ui/SortableHead.tsx'
import styles from './Analysis.module.css'
import { AnalyseAgain } from './AnalyseAgain.tsx'
import { TYPE_NAMES, useAnalysisParameters } from './analysis-parameters.ts'
import { pageOf } from './emotion-rows.ts'
import { KeywordPlaces } from './KeywordPlaces.tsx'
import { SpeakerShares } from './SpeakerShares.tsx'
import { TypeSwitches } from './TypeSwitches.tsx'
import { useSettledDocument } from './use-settled-document.ts'

interface Props {
  /** Shows a block in the transcript. */
  onShow: (uuid: string) => void
}

/** The words of the file, 10 per page (ANA-09). Opening a word lists its places. */
export function KeywordTable({ onShow }: Props) {
  const { t } = useTranslation('analysis')
  const { session } = useOpenFile()
  const document = useSettledDocument(session)
  const { blocks } = document
  const { page, keywordOrder: order, types, change } = useAnalysisParameters()
  const [opened, setOpened] = useState<string | null>(null)
  const all = useMemo(() => keywordsOf(blocks), [blocks])
  const found = useMemo(
    () =>
      sortKeywords(
        all.filter(({ type }) => types.has(type)),
        order,
      ),
    [all, types, order],
  )
  const { rows, current, last } = pageOf(found, page, LIMITS.keywordsPerPage)
  const head = (column: typeof order) => (
    <SortableHead
      label={t(`columns.${column}`)}
      column={column}
      direction={order !== column ? 'none' : column === 'word' ? 'ascending' : 'descending'}
      onSort={() => change({ sort: column })}
    />
  )
  const row = ({ key, base, type, count, score, speakers }: Keyword) => {
    const isOpen = opened === key
    const Icon = isOpen ? IconChevronDown : IconChevronRight
    return (
      <Fragment key={key}>
        <tr>
          <th scope="row" data-column="word">
            <UnstyledButton
              className={styles.word}
              aria-expanded={isOpen}
              onClick={() => setOpened(isOpen ? null : key)}
            >
              <Icon size={14} aria-hidden="true" />
              {base}
            </UnstyledButton>
          </th>
          <td data-column="type">{t(`types.${TYPE_NAMES[type]}`)}</td>
          <td data-column="count">{count}</td>
          <td data-column="score">{score.toFixed(2)}</td>
          <td data-column="shares">
            <SpeakerShares shares={speakers} />
          </td>
        </tr>
        {isOpen && (
          <tr>
            <td colSpan={5}>
              <KeywordPlaces blocks={blocks} keyword={key} word={base} onShow={onShow} />
            </td>
          </tr>
        )}
      </Fragment>
    )
  }
  return (
    <>
      <AnalyseAgain document={document} />
      <TypeSwitches types={types} onTypes={(next) => change({ types: next })} />
      <p className={styles.total} role="status">
        {t('words', { count: found.length })}
      </p>
      {rows.length === 0 ? (
        <p className={styles.none}>{t('noWords')}</p>
      ) : (
        <table className={styles.table} aria-label={t('views.keywords')}>
          <thead>
            <tr>
              {head('word')}
              <th scope="col" data-column="type">
                {t('columns.type')}
              </th>
              {head('count')}
              {head('score')}
              <th scope="col" data-column="shares">
                {t('columns.shares')}
              </th>
            </tr>
          </thead>
          <tbody>{rows.map(row)}</tbody>
        </table>
      )}
      <Paginator current={current} last={last} onChange={(next) => change({ page: next })} />
    </>
  )
}
