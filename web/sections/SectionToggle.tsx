import { ActionIcon } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSectionsOpen } from './use-sections-open.ts'

/** Toggles the section sidebar; the state is an account setting (SEC-01). */
export function SectionToggle() {
  const { t } = useTranslation('transcripts')
  const { isOpen, setIsOpen } = useSectionsOpen()
  const label = t(isOpen ? 'hideSections' : 'showSections')
  return (
    <ActionIcon
      variant={isOpen ? 'light' : 'subtle'}
      color={isOpen ? undefined : 'gray'}
      size={32}
      aria-label={label}
      aria-pressed={isOpen}
      title={label}
      onClick={() => setIsOpen(!isOpen)}
    >
      <IconListDetails aria-hidden size={18} />
    </ActionIcon>
  )
}
