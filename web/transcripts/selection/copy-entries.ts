// The actions of selected text that need nothing of other domains.
import type { SelectionActionProps, SelectionEntry } from '../file-page.ts'

type Action = SelectionEntry<SelectionActionProps>

export const copyPassage: Action = {
  id: 'copy',
  order: 10,
  isAvailable: () => true,
  load: async () => (await import('./CopyActions.tsx')).CopyPassage,
}

export const copyLink: Action = {
  id: 'link',
  order: 20,
  isAvailable: () => true,
  load: async () => (await import('./CopyActions.tsx')).CopyLink,
}
