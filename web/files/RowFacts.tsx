import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { formatDateTime } from '../platform/dates.ts'
import { useTranslation } from 'react-i18next'
import { formatSize } from '../platform/format-size.ts'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import styles from './FileTable.module.css'

interface Props {
  row: Pick<FileTableRow, 'last_updated_by' | 'last_updated_at' | 'original_size' | 'total_size'>
}

/** Cells of every row: last editor, last change, and the size of the upload; what is stored in total is in its tooltip. */
export function RowFacts({ row }: Props) {
  const { t } = useTranslation('workspace')
  const { last_updated_by: person, last_updated_at: at, original_size: size, total_size: total } = row
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
      <td data-column="original_size" title={t('storedTotal', { size: formatSize(total) })}>
        {formatSize(size)}
      </td>
    </>
  )
}
