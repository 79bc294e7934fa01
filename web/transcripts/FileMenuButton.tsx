import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MenuButtonProps } from '../ui/lazy-menu.tsx'

/** A button with three dots that opens the file's menu. */
export function FileMenuButton(button: MenuButtonProps) {
  const { t } = useTranslation('transcripts')
  return (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('fileMenu')} title={t('fileMenu')} {...button}>
      <IconDots aria-hidden size={18} />
    </ActionIcon>
  )
}
