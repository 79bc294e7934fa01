import type { ReactNode } from 'react'
import styles from './Applications.module.css'

/** A group of fields with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend className={styles.legend}>{title}</legend>
      {children}
    </fieldset>
  )
}
