import type { ReactNode } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './Admin.module.css'

interface Props {
  title: string
  rows: readonly (readonly [label: string, value: ReactNode])[]
  onClose: () => void
  children?: ReactNode
}

/** The values of a row that the table has no room for. */
export function Details({ title, rows, onClose, children }: Props) {
  return (
    <Dialog opened title={title} size="lg" onClose={onClose}>
      <dl className={styles.details}>
        {rows.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value === '' || value === null || value === undefined ? '–' : value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </Dialog>
  )
}
