import { tablePairOf } from '@kaiwa/contract/report-pairs.ts'
import type { ReportValue } from '@kaiwa/contract/reports.ts'
import { useTranslation } from 'react-i18next'
import { AmountButton, type CrossTableProps, useAmounts } from './AmountButton.tsx'
import styles from './CrossTable.module.css'
import { isSelectable } from './report-state.ts'
import { valueColour, valueName } from './value-names.ts'

/** A part of a bar, in percent of the widest bar. */
export interface Segment {
  key: string
  from: number
  width: number
}

/** Lays out the values of a bar in order. `whole` is the length of the widest bar. */
export function segmentsOf(values: readonly { key: string; value: number }[], whole: number): Segment[] {
  let from = 0
  return values.flatMap(({ key, value }) => {
    const width = whole > 0 ? (value / whole) * 100 : 0
    if (width === 0) return []
    const segment = { key, from, width }
    from += width
    return [segment]
  })
}

/** Bars by the first classification, divided by the second. The numbers of the parts are in the table. */
export function CrossChart({ report, table, onCell }: CrossTableProps) {
  const { t } = useTranslation('reports')
  const { valueOf, textOf } = useAmounts(report.measure)
  const { first, second } = tablePairOf(report)
  const { cell } = report
  const { rows, columns, cells } = table
  const amounts = new Map(cells.map((one) => [`${one.row}\n${one.column}`, one]))
  const whole = Math.max(...rows.map((row) => columns.reduce((sum, { key }) => sum + partOf(row, key), 0)), 0)
  function partOf(row: ReportValue, column: string): number {
    const found = amounts.get(`${row.key}\n${column}`)
    return found ? valueOf(found) : 0
  }
  const colourOf = new Map(columns.map((column, index) => [column.key, valueColour(second, column, index)]))
  return (
    <>
      {second !== 'sentence' && (
        <ul className={styles.legend}>
          {columns.map((column) => (
            <li key={column.key}>
              <svg width="10" height="10" aria-hidden="true" focusable="false">
                <rect width="10" height="10" rx="2" fill={colourOf.get(column.key)} />
              </svg>
              {valueName(t, second, column)}
            </li>
          ))}
        </ul>
      )}
      <ol className={styles.chart} aria-label={t('table')}>
        {rows.map((row, index) => {
          const name = valueName(t, first, row)
          const parts = columns.map(({ key }) => ({ key, value: partOf(row, key) }))
          return (
            <li key={row.key} className={styles.line}>
              <span className={styles.name} title={name}>
                {name}
              </span>
              <svg
                className={styles.bar}
                viewBox="0 0 100 10"
                preserveAspectRatio="none"
                aria-hidden="true"
                focusable="false"
              >
                {segmentsOf(parts, whole).map(({ key, from, width }) => (
                  <rect
                    key={key}
                    x={from}
                    width={width}
                    height="10"
                    fill={second === 'sentence' ? valueColour(first, row, index) : colourOf.get(key)}
                  />
                ))}
              </svg>
              <AmountButton
                name={name}
                value={textOf(row)}
                isChosen={cell?.row === row.key && cell.column === null}
                isSelectable={isSelectable(report, { row: row.key, column: null })}
                onClick={() => onCell({ row: row.key, column: null })}
              />
            </li>
          )
        })}
      </ol>
    </>
  )
}
