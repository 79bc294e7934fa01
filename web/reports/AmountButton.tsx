import type { ReportTable } from '@kaiwa/contract/reports.ts'
import { UnstyledButton } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './CrossTable.module.css'
import type { Cell, ReportState } from './report-state.ts'

/** Count and talk time of a value or a combination. */
export interface Amount {
  count: number
  seconds: number
}

export interface CrossTableProps {
  report: ReportState
  table: ReportTable
  onCell: (cell: Cell) => void
}

/** Formats numbers in the language of the page: a count, or minutes with one decimal. */
export function useAmounts(measure: ReportState['measure']) {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const count = new Intl.NumberFormat(i18n.language)
    const minutes = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    const valueOf = (amount: Amount) => (measure === 'count' ? amount.count : amount.seconds / 60)
    const textOf = (amount: Amount) =>
      measure === 'count' ? count.format(amount.count) : minutes.format(amount.seconds / 60)
    return { valueOf, textOf }
  }, [i18n.language, measure])
}

interface Props {
  name: string
  value: string
  isChosen: boolean
  /** False if the name is too long for a filter. */
  isSelectable: boolean
  onClick: () => void
}

/** A number that leads to its rows. */
export function AmountButton({ name, value, isChosen, isSelectable, onClick }: Props) {
  const { t } = useTranslation('reports')
  if (!isSelectable) return <span>{value}</span>
  return (
    <UnstyledButton
      className={styles.amount}
      aria-label={t('showRows', { name, value })}
      aria-pressed={isChosen}
      onClick={onClick}
    >
      {value}
    </UnstyledButton>
  )
}
