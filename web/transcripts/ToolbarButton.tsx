import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  label: string
  isOn?: boolean
  onPress: () => void
  children: ReactNode
}

/** A button of the toolbar with an icon. */
export function ToolbarButton({ label, isOn, onPress, children }: Props) {
  return (
    <ActionIcon
      variant={isOn ? 'light' : 'subtle'}
      color="gray"
      size={32}
      aria-label={label}
      title={label}
      aria-expanded={isOn}
      onClick={onPress}
    >
      {children}
    </ActionIcon>
  )
}
