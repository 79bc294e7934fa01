// Registers the parts of this domain on the folder page.
import { queryClient } from '../platform/query-client.ts'
import type { FolderTab } from '../tree/folder-page.ts'
import { FilesTab } from './FilesTab.tsx'
import { readListParameters } from './list-parameters.ts'
import { filesQuery, useFolderChannel } from './queries.ts'

export const filesTab: FolderTab = {
  id: 'files',
  order: 10,
  number: 1,
  label: 'tabFiles',
  prefetch: (projectId, search) => {
    void queryClient.prefetchQuery(filesQuery(projectId, readListParameters(search)))
  },
  Tab: FilesTab,
}

export const tableSubscription = {
  id: 'files',
  order: 10,
  Subscription: ({ project }: { project: { id: number } }) => {
    useFolderChannel(project.id)
    return null
  },
}
