import type { ReactNode } from 'react'
import styles from './Admin.module.css'

/** A state in a list. The text says it; the colour helps to find it. */
export function StatusBadge({
  kind,
  children,
}: {
  kind: 'good' | 'bad' | 'warn' | 'info' | 'quiet'
  children: ReactNode
}) {
  return (
    <span className={styles.badge} data-kind={kind}>
      {children}
    </span>
  )
}
