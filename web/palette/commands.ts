// The commands of the palette: which of them a person may use, and where they lead.
import type { AccountAbilities } from '@kaiwa/contract/accounts.ts'
import type { Locale } from '@kaiwa/contract/fields.ts'
import type { Item } from '@kaiwa/contract/items.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { mayOpenPage } from '../accounts/mypage/page-access.ts'
import { MANUAL_URL, SUPPORT_URL } from '../ui/links.ts'

/** The pages that a command opens. */
export const PAGES = {
  home: '/projects',
  account: '/mypage/profile',
  members: '/mypage/member',
  usage: '/mypage/usage',
  cooperation: '/mypage/hubspot-connect',
  installation: '/mypage/installation',
  trash: '/trash',
  guide: MANUAL_URL,
  shortcuts: `${MANUAL_URL}/keys`,
  support: SUPPORT_URL,
} as const

type PageCommand = keyof typeof PAGES
const ACTIONS = ['newFolder', 'upload', 'record', 'japanese', 'english', 'light', 'dark', 'auto', 'logout'] as const
type ActionCommand = (typeof ACTIONS)[number]
export type CommandId = PageCommand | ActionCommand

/** In the order in which they are listed. */
const ORDER: readonly CommandId[] = [
  'home',
  'newFolder',
  'upload',
  'record',
  'trash',
  'members',
  'usage',
  'cooperation',
  'account',
  'installation',
  'guide',
  'shortcuts',
  'support',
  'japanese',
  'english',
  'light',
  'dark',
  'auto',
  'logout',
]

/** State that determines the available commands. */
export interface CommandContext {
  can: AccountAbilities
  /** Whether a new folder and an upload have a place. */
  hasFolderParent: boolean
  canUpload: boolean
  canRecord: boolean
  locale: Locale
  theme: 'light' | 'dark' | 'auto'
}

export function isPageCommand(id: CommandId): id is PageCommand {
  return Object.hasOwn(PAGES, id)
}

function isAvailable(id: CommandId, context: CommandContext): boolean {
  const { can, hasFolderParent, canUpload, canRecord, locale, theme } = context
  if (isPageCommand(id)) return mayOpenPage(PAGES[id], can)
  switch (id) {
    case 'newFolder':
      return hasFolderParent
    case 'upload':
      return canUpload
    case 'record':
      return canRecord
    case 'japanese':
      return locale !== 'ja'
    case 'english':
      return locale !== 'en'
    case 'light':
    case 'dark':
    case 'auto':
      return theme !== id
    case 'logout':
      return true
  }
}

/** The commands that the person may use now. A setting that is active already is left out. */
export function availableCommands(context: CommandContext): CommandId[] {
  return ORDER.filter((id) => isAvailable(id, context))
}

function findItem(items: readonly Item[], projectId: number): Item | null {
  for (const item of items) {
    const found = item.resource_id === projectId ? item : findItem(item.children, projectId)
    if (found) return found
  }
  return null
}

/** The folder of an address: its own page, or that of one of its files. */
export function folderAt(items: readonly Item[], pathname: string): Item | null {
  const [, id] = /^\/projects\/(\d+)(?:\/|$)/.exec(pathname) ?? []
  return id === undefined ? null : findItem(items, Number(id))
}

/** The folder for a new one: the shown folder if it may contain one, otherwise the root; null without such a folder. */
export function parentOfNewFolder(items: readonly Item[], shown: Item | null): Item | null {
  const root = items.find(({ is_root_item }) => is_root_item) ?? null
  const mayContain = (item: Item | null) =>
    item !== null && item.can.create_folder && item.path.split('_').length <= LIMITS.folderDepth
  return [shown, root].find(mayContain) ?? null
}
