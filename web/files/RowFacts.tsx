import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { formatDateTime } from '../platform/dates.ts'
import { formatSize } from '../platform/format-size.ts'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import styles from './FileTable.module.css'

type Props = { row: Pick<FileTableRow, 'last_updated_by' | 'last_updated_at' | 'total_size'> }

/** Cells of every row: last editor, last change and size. */
export const RowFacts = ({ row: { last_updated_by: person, last_updated_at: at, total_size: size } }: Props) => (
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

/** The same facts below the name, in windows without space for columns. */
export const SmallFacts = ({ row }: Props) => (
  <span className={styles.small}>
    {formatDateTime(row.last_updated_at)} · {formatSize(row.total_size)}
  </span>
)
