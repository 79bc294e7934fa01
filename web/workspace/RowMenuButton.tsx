import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MenuButtonProps } from '../ui/lazy-menu.tsx'

type Props = MenuButtonProps & { name: string }

/** The button at the end of a row. What the menu's target is given besides is handed on. */
export const RowMenuButton = ({ name, ...button }: Props) => {
  const { t } = useTranslation('workspace')
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={t('rowMenu', { name })} {...button}>
      <IconDots size={16} aria-hidden="true" />
    </ActionIcon>
  )
}
