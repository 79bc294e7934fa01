import type { TranscriptView } from '@kaiwa/editor'
import { lazyPart } from '../platform/lazy-part.tsx'
import { useEditState } from '../transcripts/editing/use-editing.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { useIsLocked } from '../transcripts/use-is-locked.ts'
import { useSectionsOpen } from './use-sections-open.ts'

const SectionSidebar = lazyPart(async () => (await import('./SectionSidebar.tsx')).SectionSidebar, ['sections'])

/** The section sidebar when open; hidden in edit mode (SEC-01). */
export function Sections({ view }: { view: TranscriptView | null }) {
  const { isOpen, isDrawer, setIsOpen } = useSectionsOpen()
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
