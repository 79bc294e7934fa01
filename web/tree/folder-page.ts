// The folder page as a shell: tabs, actions and subscriptions that other domains add to it. web/app/FolderPage.tsx
// connects them.
import type { Project } from '@kaiwa/contract/workspace.ts'
import type { ParseKeys } from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import { registry } from '../platform/registry.ts'
import type { Entry } from '../platform/registry.ts'

interface FolderProps {
  project: Project
}

export interface FolderTabProps extends FolderProps {
  /** The button that adds something to an empty folder, if the user may. */
  addButton: ReactNode
}

export interface FolderTab extends Entry {
  /** Value of `tab` in the URL (WS-19). */
  number: number
  /** Parameters of the URL that only this tab reads, in addition to `page` and `query`. Other tabs drop them. */
  parameters?: readonly string[]
  label: ParseKeys<'workspace'>
  /** Requests the data of the tab while the page is loading. */
  prefetch?: (projectId: number, search: URLSearchParams) => void
  Tab: ComponentType<FolderTabProps>
}

export const folderPage = {
  /** The first one is shown by default. */
  tabs: registry<FolderTab>(),
  /** Buttons next to the path, before those for a new folder and an upload. */
  actions: registry<Entry & { Action: ComponentType<FolderProps> }>(),
  /** Above the tabs of every folder, the home included. Each renders nothing when it has nothing to say. */
  notices: registry<Entry & { Notice: ComponentType<FolderProps> }>(),
  /** Keep data up to date while the folder is open, on all tabs. Render nothing. */
  subscriptions: registry<Entry & { Subscription: ComponentType<FolderProps> }>(),
}
