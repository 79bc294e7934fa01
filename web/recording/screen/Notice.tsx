import { Alert, Group } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './Recording.module.css'

interface Props {
  kind: 'problem' | 'warning' | 'info'
  title?: string
  text: string
  /** Buttons. */
  children?: ReactNode
}

const COLOUR = { problem: 'red', warning: 'yellow', info: 'gray' } as const

/** A notice on the recording screen. Screen readers announce a problem immediately. */
export function Notice({ kind, title, text, children }: Props) {
  const Icon = kind === 'info' ? IconInfoCircle : IconAlertTriangle
  return (
    <Alert
      color={COLOUR[kind]}
      variant="light"
      role={kind === 'problem' ? 'alert' : 'note'}
      icon={<Icon size={18} aria-hidden="true" />}
      {...(title === undefined ? {} : { title })}
      data-notice={kind}
    >
      <p className={styles.noticeText}>{text}</p>
      {children && (
        <Group gap="xs" mt="xs">
          {children}
        </Group>
      )}
    </Alert>
  )
}
