import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './ProfilePage.module.css'

/** A section of the account page with its heading. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <Title order={2} size="h5" mb="md" id={id}>
        {title}
      </Title>
      {children}
    </section>
  )
}
