// Parts that tags add to the file page.
import { ActionIcon } from '@mantine/core'
import { IconTags } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../platform/i18n.ts'
import { lazyPart } from '../platform/lazy-part.tsx'
import type {
  FileTab,
  OverlayProps,
  Panel,
  SelectionEntry,
  SelectionProps,
  ToolbarEntry,
} from '../transcripts/file-page.ts'
import { useSidebarOpen } from '../transcripts/use-sidebar-open.ts'

/** The button that toggles the tag sidebar; the state is an account setting (TAG-06). */
function TagToggle() {
  const { t } = useTranslation('transcripts')
  const { isOpen, setIsOpen } = useSidebarOpen('is_tag_list_opened')
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

export const tagsTab: FileTab = {
  id: 'tags',
  order: 20,
  label: 'tabTags',
  Panel: lazyPart(async () => (await import('./TagsPanel.tsx')).TagsPanel, ['tags']),
}

const TagSidebar = lazyPart(async () => (await import('./TagSidebar.tsx')).TagSidebar, ['tags'])

/** The tag sidebar, when it is open (TAG-06). */
function TagAside({ onShow }: { onShow: (uuid: string) => void }) {
  const { isOpen, isDrawer, setIsOpen } = useSidebarOpen('is_tag_list_opened')
  const handleShow = (uuid: string) => {
    if (isDrawer) setIsOpen(false)
    onShow(uuid)
  }
  return isOpen && <TagSidebar onShow={handleShow} onClose={() => setIsOpen(false)} />
}

export const tagsPanel: Panel = { id: 'tags', order: 20, side: 'right', Panel: TagAside }

export const tagsToggle: ToolbarEntry = { id: 'tags', order: 10, side: 'end', Entry: TagToggle }

export const tagLayer = {
  id: 'tags',
  order: 10,
  Overlay: lazyPart<OverlayProps>(async () => (await import('./TagLayer.tsx')).TagLayer),
}

export const selectionTags: SelectionEntry<SelectionProps> = {
  id: 'tags',
  order: 10,
  isAvailable: ({ can }) => can.edit,
  load: async () => {
    const [{ SelectionTags }] = await Promise.all([import('./SelectionTags.tsx'), loadTexts(['tags'])])
    return SelectionTags
  },
}
