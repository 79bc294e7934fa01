import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MenuButtonProps } from '../ui/lazy-menu.tsx'

type Props = MenuButtonProps & { name: string }

/** The menu button of a row. Additional props of the menu's target are passed through. */
export function RowMenuButton({ name, ...button }: Props) {
  const { t } = useTranslation('workspace')
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={t('rowMenu', { name })} {...button}>
      <IconDots size={16} aria-hidden="true" />
    </ActionIcon>
  )
}
