import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Screen.module.css'

interface Props {
  icon?: ReactNode
  title: string
  text: string
  children?: ReactNode
}

/** Shown for empty content: the state and the next step. */
export function EmptyState({ icon, title, text, children }: Props) {
  return (
    <div className={styles.screen}>
      {icon}
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" maw={440}>
        {text}
      </Text>
      {children}
    </div>
  )
}
