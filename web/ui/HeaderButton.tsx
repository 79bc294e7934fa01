import { UnstyledButton } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import styles from './HeaderButton.module.css'

interface Props extends Pick<ComponentProps<'button'>, 'aria-haspopup' | 'aria-keyshortcuts' | 'onClick'> {
  icon: ReactNode
  label: string
  /** `field` looks like a text field, `outline` stands out in red. */
  variant: 'field' | 'outline'
  /** After the label. */
  children?: ReactNode
}

/** A button with icon and text in the header of the frame. On narrow screens only its icon is visible. */
export function HeaderButton({ icon, label, variant, children, ...button }: Props) {
  return (
    <UnstyledButton className={styles.button ?? ''} data-variant={variant} title={label} {...button}>
      {icon}
      <span className={styles.label}>{label}</span>
      {children}
    </UnstyledButton>
  )
}
