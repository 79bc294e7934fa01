import { ActionIcon } from '@mantine/core'
import { IconTags } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSavedSetting } from '../platform/use-saved-setting.ts'

/** The button that toggles the tag sidebar; the state is an account setting (TAG-06). */
export function TagToggle() {
  const { t } = useTranslation('transcripts')
  const [isOpen, setIsOpen] = useSavedSetting('is_tag_list_opened')
  return (
    <ActionIcon
      variant={isOpen ? 'light' : 'subtle'}
      color={isOpen ? undefined : 'gray'}
      size={36}
      aria-label={t('tagList')}
      title={t('tagList')}
      aria-expanded={isOpen}
      onClick={() => setIsOpen(!isOpen)}
    >
      <IconTags size={18} aria-hidden="true" />
    </ActionIcon>
  )
}
