import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { formatDateTime } from '../platform/dates.ts'
import { formatSize } from '../platform/sizes.ts'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import styles from './FileTable.module.css'

type Props = { row: Pick<FileTableRow, 'last_updated_by' | 'last_updated_at' | 'total_size'> }

/** The cells that every row has: who and when changed it last, and how large it is. */
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

/** The same below the name, where the window has no room for columns. */
export const SmallFacts = ({ row }: Props) => (
  <span className={styles.small}>
    {formatDateTime(row.last_updated_at)} · {formatSize(row.total_size)}
  </span>
)
