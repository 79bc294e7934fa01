import { memo, type ReactNode } from 'react'
import styles from './Column.module.css'

interface Props {
  /** Name of the radio group. */
  name: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

/** A row of a list of which one is chosen. */
export function ChoiceRow({ name, isChosen, onChoose, children }: Props) {
  return (
    <label className={styles.row} data-chosen={isChosen || undefined}>
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      <span className={styles.rowText}>{children}</span>
    </label>
  )
}

interface CheckProps {
  value: string
  label: string
  isChecked: boolean
  /** The same function at every rendering, so that a change renders one row of many. */
  onToggle: (value: string) => void
}

/** A row of a list of which several are chosen. */
export const CheckRow = memo(({ value, label, isChecked, onToggle }: CheckProps) => (
  <label className={styles.row} data-chosen={isChecked || undefined}>
    <input type="checkbox" checked={isChecked} onChange={() => onToggle(value)} />
    <span className={styles.rowText}>{label}</span>
  </label>
))
