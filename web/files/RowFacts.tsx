import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { formatDateTime } from '../platform/dates.ts'
import { formatSize } from '../platform/format-size.ts'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import styles from './FileTable.module.css'

interface Props {
  row: Pick<FileTableRow, 'last_updated_by' | 'last_updated_at' | 'total_size'>
}

/** Cells of every row: last editor, last change and size. */
export function RowFacts({ row: { last_updated_by: person, last_updated_at: at, total_size: size } }: Props) {
  return (
    <>
      <td data-column="last_updated_by">
        {person && (
          <span className={styles.person}>
            <PersonAvatar person={person} size={22} />
            <span title={person.name}>{person.name}</span>
          </span>
        )}
      </td>
      <td data-column="last_updated_at">{formatDateTime(at)}</td>
      <td data-column="total_size">{formatSize(size)}</td>
    </>
  )
}

/** The same facts below the name, in windows without space for columns. */
export function SmallFacts({ row }: Props) {
  return (
    <span className={styles.small}>
      {formatDateTime(row.last_updated_at)} · {formatSize(row.total_size)}
    </span>
  )
}
