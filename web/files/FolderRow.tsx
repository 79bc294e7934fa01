import type { FolderRow as Folder } from '@kaiwa/contract/workspace.ts'
import { IconFolderFilled } from '@tabler/icons-react'
import { memo } from 'react'
import { Link, useNavigate } from 'react-router'
import { lazyMenu } from '../ui/lazy-menu.tsx'
import { UnreadDot } from '../tree/UnreadDot.tsx'
import { NoFileCells } from './FileCells.tsx'
import styles from './FileTable.module.css'
import { rowName } from './row-name.ts'
import { RowMenuButton } from './RowMenuButton.tsx'
import { TableRow } from './TableRow.tsx'

const FolderMenu = lazyMenu<{ folder: Folder }>(
  ({ folder }, button) => <RowMenuButton name={folder.name} {...button} />,
  async () => (await import('./FolderMenuOpened.tsx')).FolderMenuOpened,
)

/** True when the folder's menu has an entry for the user. */
function hasMenu({ can }: Folder): boolean {
  return can.rename || can.move || can.delete
}

/** A folder in its parent's table; a double click anywhere in the row opens it (WS-24). */
export const FolderRow = memo(({ folder, isSelected }: { folder: Folder; isSelected: boolean }) => {
  const navigate = useNavigate()
  const address = `/projects/${folder.id}`
  return (
    <TableRow
      row={folder}
      isSelected={isSelected}
      onOpen={() => void navigate(address)}
      cells={<NoFileCells />}
      menu={hasMenu(folder) && <FolderMenu folder={folder} />}
    >
      <span className={styles.icon}>
        <IconFolderFilled size={24} aria-hidden="true" />
      </span>
      <div className={styles.about}>
        <Link className={styles.name} to={address} title={folder.name} draggable={false} {...rowName}>
          {folder.name}
        </Link>
      </div>
      <UnreadDot itemId={folder.item_id} />
    </TableRow>
  )
})
