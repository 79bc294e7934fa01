import type { FileRow as File } from '@kaiwa/contract/workspace.ts'
import { memo } from 'react'
import { Link, useNavigate } from 'react-router'
import { lazyMenu } from '../ui/lazy-menu.tsx'
import { UnreadDot } from '../tree/UnreadDot.tsx'
import { DealLink } from './DealLink.tsx'
import { fileAddress } from './file-address.ts'
import { FileCells } from './FileCells.tsx'
import { FileNote } from './FileNote.tsx'
import { isInProgress } from './file-stage.ts'
import styles from './FileTable.module.css'
import { Hits } from './Hits.tsx'
import { rowName } from './row-name.ts'
import { RowMenuButton } from './RowMenuButton.tsx'
import { TableRow } from './TableRow.tsx'
import { Thumbnail } from './Thumbnail.tsx'

const FileMenu = lazyMenu<{ file: File }>(
  ({ file }, button) => <RowMenuButton name={file.title} {...button} />,
  async () => (await import('./FileRowMenuOpened.tsx')).FileRowMenuOpened,
)

/** True when the file's menu has an entry for the user. */
function hasMenu(file: File): boolean {
  return !isInProgress(file) && (file.can.rename || file.can.move || file.can.download || file.can.delete)
}

interface Props {
  file: File
  query: string
  isSelected: boolean
}

/** A file in its folder's table. A file that can be opened opens by its name or a double click (WS-25, PROC-15). */
export const FileRow = memo(({ file, query, isSelected }: Props) => {
  const navigate = useNavigate()
  const { title, can } = file
  const address = fileAddress(file, { search: query })
  return (
    <TableRow
      row={file}
      isSelected={isSelected}
      onOpen={can.open ? () => void navigate(address) : null}
      cells={<FileCells file={file} />}
      menu={hasMenu(file) && <FileMenu file={file} />}
    >
      <Thumbnail file={file} />
      <div className={styles.about}>
        {can.open ? (
          <Link className={styles.name} to={address} title={title} draggable={false} {...rowName}>
            {title}
          </Link>
        ) : (
          <span className={styles.name} title={title}>
            {title}
          </span>
        )}
        {/* In one line: every row has the same height. */}
        <div className={styles.facts}>
          {file.hubspot_deal && <DealLink deal={file.hubspot_deal} canEdit={can.edit} />}
          <FileNote file={file} />
        </div>
        {file.metadata.length > 0 && <Hits key={query} file={file} query={query} />}
      </div>
      <UnreadDot itemId={file.item_id} />
    </TableRow>
  )
})
