// What this domain adds to the file page.
import type { MenuEntry } from '../transcripts/file-page.ts'
import { ImportOffer } from './ImportOffer.tsx'

export const exportEntry: MenuEntry = {
  id: 'export',
  order: 10,
  isAvailable: ({ can }) => can.export,
  load: async () => (await import('./menu-items.ts')).exportItem,
}

export const importEntry: MenuEntry = {
  id: 'import',
  order: 20,
  isAvailable: ({ can }) => can.import,
  load: async () => (await import('./menu-items.ts')).importItem,
}

/** After a failed transcription, an existing transcript can be imported. */
export const importOffer = { id: 'import', order: 10, Action: ImportOffer }
