import { type Classification, tablePairOf } from '@kaiwa/contract/report-pairs.ts'
import type { ReportValue } from '@kaiwa/contract/reports.ts'
import { SegmentedControl } from '@mantine/core'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './CrossTable.module.css'
import { type Amount, AmountButton, type CrossTableProps, useAmounts } from './AmountButton.tsx'
import { CrossChart } from './CrossChart.tsx'
import { type Cell, isSelectable, type ReportState } from './report-state.ts'
import { valueName } from './value-names.ts'

function Numbers({ report, table, onCell }: CrossTableProps) {
  const { t } = useTranslation('reports')
  const { textOf } = useAmounts(report.measure)
  const { first, second } = tablePairOf(report)
  const { cell } = report
  const { rows, columns, cells } = table
  const amounts = useMemo(() => new Map(cells.map((one) => [`${one.row}\n${one.column}`, one])), [cells])
  const nameOf = (classification: Classification, value: ReportValue) => valueName(t, classification, value)
  // Sentence has one value: the total says the same.
  const isPlain = second === 'sentence'
  const button = (name: string, amount: Amount, chosen: Cell) => (
    <AmountButton
      name={name}
      value={textOf(amount)}
      isChosen={cell?.row === chosen.row && cell.column === chosen.column}
      isSelectable={isSelectable(report, chosen)}
      onClick={() => onCell(chosen)}
    />
  )
  const shownColumns = isPlain ? [] : columns
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t('table')}>
        <thead>
          <tr>
            <th scope="col">{t(`classification.${first}`)}</th>
            {shownColumns.map((column) => (
              <th key={column.key} scope="col" title={nameOf(second, column)}>
                {nameOf(second, column)}
              </th>
            ))}
            <th scope="col">{isPlain ? t(report.measure) : t('total')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" title={nameOf(first, row)}>
                {nameOf(first, row)}
              </th>
              {shownColumns.map((column) => {
                const amount = amounts.get(`${row.key}\n${column.key}`)
                const name = `${nameOf(first, row)} × ${nameOf(second, column)}`
                return (
                  <td key={column.key}>
                    {amount ? (
                      button(name, amount, { row: row.key, column: column.key })
                    ) : (
                      <span aria-hidden="true">–</span>
                    )}
                  </td>
                )
              })}
              <td data-total>{button(nameOf(first, row), row, { row: row.key, column: null })}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            {shownColumns.map((column) => (
              <td key={column.key}>{button(nameOf(second, column), column, { row: null, column: column.key })}</td>
            ))}
            <td data-total>{textOf(table)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface Props extends CrossTableProps {
  onChange: (change: Partial<ReportState>) => void
}

/** Counts or minutes by both classifications, as table or chart. Each number leads to its rows. */
export function CrossTable({ onChange, ...props }: Props) {
  const { t } = useTranslation('reports')
  const id = useId()
  const { report, table } = props
  const { first, second } = tablePairOf(report)
  const limits = [
    [first, table.rows.length, table.row_count],
    [second, table.columns.length, table.column_count],
  ] as const
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {t('table')}
        </h2>
        <SegmentedControl
          size="xs"
          aria-label={t('view')}
          value={report.view}
          onChange={(view) => onChange({ view: view === 'chart' ? 'chart' : 'table' })}
          data={[
            { value: 'table', label: t('asTable') },
            { value: 'chart', label: t('asChart') },
          ]}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('measure')}
          value={report.measure}
          onChange={(measure) => onChange({ measure: measure === 'minutes' ? 'minutes' : 'count' })}
          data={[
            { value: 'count', label: t('count') },
            { value: 'minutes', label: t('minutes') },
          ]}
        />
      </div>
      {report.view === 'chart' ? <CrossChart {...props} /> : <Numbers {...props} />}
      {limits.map(
        ([classification, shown, all]) =>
          shown < all && (
            <p key={classification} className={styles.about}>
              {t('partOfRows', { shown, all, what: t(`classification.${classification}`) })}
            </p>
          ),
      )}
    </section>
  )
}
