// Registers the parts of this domain on the folder page.
import { lazyPart } from '../platform/lazy-part.tsx'
import type { FolderTab } from '../tree/folder-page.ts'
import { Loading } from '../ui/Loading.tsx'

export const speakersTab: FolderTab = {
  id: 'speakers',
  order: 30,
  number: 4,
  label: 'tabSpeakers',
  Tab: lazyPart(async () => (await import('./FolderSpeakers.tsx')).FolderSpeakers, ['speakers'], <Loading />),
}
