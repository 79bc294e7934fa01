// Registers the parts of this domain on the file page.
import { ActionIcon } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TranscriptView } from '@kaiwa/editor'
import { lazyPart } from '../platform/lazy-part.tsx'
import type { BlockActionEntry, Panel, ToolbarEntry } from '../transcripts/file-page.ts'
import { useEditState } from '../transcripts/editing/use-editing.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { useIsLocked } from '../transcripts/use-is-locked.ts'
import { useSidebarOpen } from '../transcripts/use-sidebar-open.ts'

const SectionSidebar = lazyPart(async () => (await import('./SectionSidebar.tsx')).SectionSidebar, ['sections'])

/** The section sidebar when open; hidden in edit mode (SEC-01). */
function Sections({ view }: { view: TranscriptView | null }) {
  const { isOpen, isDrawer, setIsOpen } = useSidebarOpen('is_section_opened')
  const { file, control } = useOpenFile()
  const { mode } = useEditState(control)
  const isLocked = useIsLocked()
  if (!isOpen || mode !== 'reading') return null
  return (
    <SectionSidebar
      canChange={file.can.edit && !isLocked}
      onShow={(uuid) => {
        if (isDrawer) setIsOpen(false)
        view?.scrollToBlock(uuid)
      }}
      onClose={() => setIsOpen(false)}
    />
  )
}

/** Toggles the section sidebar; the state is an account setting (SEC-01). */
function SectionToggle() {
  const { t } = useTranslation('transcripts')
  const { isOpen, setIsOpen } = useSidebarOpen('is_section_opened')
  const label = t(isOpen ? 'hideSections' : 'showSections')
  return (
    <ActionIcon
      variant={isOpen ? 'light' : 'subtle'}
      color={isOpen ? undefined : 'gray'}
      size={32}
      aria-label={label}
      aria-expanded={isOpen}
      title={label}
      onClick={() => setIsOpen(!isOpen)}
    >
      <IconListDetails aria-hidden size={18} />
    </ActionIcon>
  )
}

export const sectionsPanel: Panel = { id: 'sections', order: 10, side: 'left', Panel: Sections }

export const sectionsToggle: ToolbarEntry = { id: 'sections', order: 10, side: 'start', Entry: SectionToggle }

/** Adds, renames and removes the section that starts at a block. */
export const sectionActions: BlockActionEntry = {
  id: 'sections',
  order: 10,
  types: ['section', 'removeSection'],
  Action: lazyPart(async () => (await import('./SectionAction.tsx')).SectionAction, ['sections']),
}
