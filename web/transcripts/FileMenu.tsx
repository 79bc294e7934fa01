import { lazyMenu } from '../ui/lazy-menu.tsx'
import { filePage } from './file-page.ts'
import type { FileProps, LoadedMenuEntry, MenuEntry } from './file-page.ts'
import { FileMenuButton } from './FileMenuButton.tsx'

async function loadEntry(entry: MenuEntry): Promise<LoadedMenuEntry> {
  return { ...entry, ...(await entry.load()) }
}

const Menu = lazyMenu<FileProps>(
  (_, button) => <FileMenuButton {...button} />,
  async () => {
    const entries = Promise.all(filePage.menu.list().map(loadEntry))
    const [{ FileMenuOpened }, loaded] = await Promise.all([import('./FileMenuOpened.tsx'), entries])
    return ({ file }) => <FileMenuOpened file={file} entries={loaded} />
  },
)

/** The file's menu, when it has an entry for the user. */
export function FileMenu({ file }: FileProps) {
  return filePage.menu.list().some(({ isAvailable }) => isAvailable(file)) ? <Menu file={file} /> : null
}
