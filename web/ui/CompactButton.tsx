import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './CompactButton.module.css'

interface Props {
  icon: ReactNode
  label: string
  title?: string
  onClick: () => void
}

/** A button of a page's header. In a narrow window only its icon is visible. */
export function CompactButton({ icon, label, title = label, onClick }: Props) {
  return (
    <Button
      variant="default"
      title={title}
      classNames={{ root: styles.button ?? '', label: styles.label ?? '', section: styles.section ?? '' }}
      leftSection={icon}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
