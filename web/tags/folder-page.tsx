// The parts of the folder page that this domain adds.
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
