// What this domain adds to the folder page.
import { lazyPart } from '../platform/lazy-part.tsx'
import type { FolderTab } from '../tree/folder-page.ts'
import { Loading } from '../ui/Loading.tsx'

export const tagsTab: FolderTab = {
  id: 'tags',
  order: 20,
  number: 2,
  label: 'tabTags',
  parameters: ['tag'],
  Tab: lazyPart(async () => (await import('./FolderTags.tsx')).FolderTags, ['tags'], <Loading />),
}
