// What this domain adds to the file page.
import { lazyPart } from '../platform/lazy-part.tsx'
import type { FileTab, OverlayProps, Panel, ToolbarEntry } from '../transcripts/file-page.ts'
import { TagAside } from './TagAside.tsx'
import { TagToggle } from './TagToggle.tsx'

export const tagsTab: FileTab = {
  id: 'tags',
  order: 20,
  label: 'tabTags',
  Panel: lazyPart(async () => (await import('./TagsPanel.tsx')).TagsPanel, ['tags']),
}

export const tagsPanel: Panel = { id: 'tags', order: 20, side: 'right', Panel: TagAside }

export const tagsToggle: ToolbarEntry = { id: 'tags', order: 10, side: 'end', Entry: TagToggle }

export const tagLayer = {
  id: 'tags',
  order: 10,
  Overlay: lazyPart<OverlayProps>(async () => (await import('./TagLayer.tsx')).TagLayer),
}
