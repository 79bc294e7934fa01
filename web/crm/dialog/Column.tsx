import { type ReactNode, useId } from 'react'
import styles from './Column.module.css'

export type Step = 'stage' | 'deal' | 'properties' | 'preview'

interface Props {
  title: string
  step: Step
  /** A step that is not shown keeps its filters and its place in its list. */
  isShown: boolean
  /** At the end of the heading. */
  aside?: ReactNode
  children: ReactNode
}

/** A column of the dialog with its heading; its list scrolls. */
export function Column({ title, step, isShown, aside, children }: Props) {
  const id = useId()
  return (
    <section className={styles.column} data-step={step} aria-labelledby={id} hidden={!isShown}>
      <div className={styles.columnHead}>
        <h3 className={styles.columnTitle} id={id} tabIndex={-1}>
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
