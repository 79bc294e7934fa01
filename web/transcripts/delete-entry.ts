import type { MenuEntry } from './file-page.ts'

/** The last entry of the file's menu. */
export const deleteEntry: MenuEntry = {
  id: 'delete',
  order: 90,
  isAvailable: ({ can }) => can.delete,
  load: async () => (await import('./delete-item.ts')).deleteItem,
}
