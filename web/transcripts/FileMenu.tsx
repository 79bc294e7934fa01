import { lazyMenu } from '../ui/lazy-menu.tsx'
import { filePage } from './file-page.ts'
import type { FileProps, MenuEntry, MenuItem } from './file-page.ts'
import { FileMenuButton } from './FileMenuButton.tsx'

export type LoadedEntry = MenuEntry & MenuItem

const loadEntry = async (entry: MenuEntry): Promise<LoadedEntry> => ({ ...entry, ...(await entry.load()) })

const Menu = lazyMenu<FileProps>(
  (_, button) => <FileMenuButton {...button} />,
  async () => {
    const entries = Promise.all(filePage.menu.list().map(loadEntry))
    const [{ FileMenuOpened }, loaded] = await Promise.all([import('./FileMenuOpened.tsx'), entries])
    return ({ file }) => <FileMenuOpened file={file} entries={loaded} />
  },
)

/** The file's menu, when it has an entry for the user. */
export const FileMenu = ({ file }: FileProps) =>
  filePage.menu.list().some(({ isAvailable }) => isAvailable(file)) ? <Menu file={file} /> : null
