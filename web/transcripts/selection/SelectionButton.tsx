import { UnstyledButton } from '@mantine/core'
import type { ComponentType, MouseEvent } from 'react'
import styles from './Selection.module.css'

interface Props {
  /** One word. */
  label: string
  /** Accessible name and tooltip; contains the label. */
  title: string
  Icon: ComponentType<{ size: number; 'aria-hidden': true }>
  onPress: () => void
}

/** Keeps the selection. */
function keepFocus(event: MouseEvent) {
  return event.preventDefault()
}

/** A button of the toolbar at selected text. */
export function SelectionButton({ label, title, Icon, onPress }: Props) {
  return (
    <UnstyledButton
      className={styles.button}
      aria-label={title}
      title={title}
      onMouseDown={keepFocus}
      onClick={onPress}
    >
      <Icon size={16} aria-hidden />
      {label}
    </UnstyledButton>
  )
}
