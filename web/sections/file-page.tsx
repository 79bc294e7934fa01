// What this domain adds to the file page.
import { lazyPart } from '../platform/lazy-part.tsx'
import type { BlockActionEntry, Panel, ToolbarEntry } from '../transcripts/file-page.ts'
import { Sections } from './Sections.tsx'
import { SectionToggle } from './SectionToggle.tsx'

export const sectionsPanel: Panel = { id: 'sections', order: 10, side: 'left', Panel: Sections }

export const sectionsToggle: ToolbarEntry = { id: 'sections', order: 10, side: 'start', Entry: SectionToggle }

/** Adds, renames and removes the section that starts at a block. */
export const sectionActions: BlockActionEntry = {
  id: 'sections',
  order: 10,
  types: ['section', 'removeSection'],
  Action: lazyPart(async () => (await import('./SectionAction.tsx')).SectionAction, ['sections']),
}
