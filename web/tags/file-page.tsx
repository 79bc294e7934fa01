// What this domain adds to the file page.
import { lazyPart } from '../platform/lazy-part.tsx'
import type { FileTab, OverlayProps, Panel, ToolbarEntry } from '../transcripts/file-page.ts'
import { TagToggle } from './TagToggle.tsx'
import { useSavedSetting } from '../platform/use-saved-setting.ts'

export const tagsTab: FileTab = {
  id: 'tags',
  order: 20,
  label: 'tabTags',
  Panel: lazyPart(async () => (await import('./TagsPanel.tsx')).TagsPanel, ['tags']),
}

const TagSidebar = lazyPart(async () => (await import('./TagSidebar.tsx')).TagSidebar, ['tags'])

/** The tag sidebar, when it is open in the account's settings (TAG-06). */
function TagAside({ onShow }: { onShow: (uuid: string) => void }) {
  const [isOpen, setIsOpen] = useSavedSetting('is_tag_list_opened')
  return isOpen && <TagSidebar onShow={onShow} onClose={() => setIsOpen(false)} />
}

export const tagsPanel: Panel = { id: 'tags', order: 20, side: 'right', Panel: TagAside }

export const tagsToggle: ToolbarEntry = { id: 'tags', order: 10, side: 'end', Entry: TagToggle }

export const tagLayer = {
  id: 'tags',
  order: 10,
  Overlay: lazyPart<OverlayProps>(async () => (await import('./TagLayer.tsx')).TagLayer),
}
