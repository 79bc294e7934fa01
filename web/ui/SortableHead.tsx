import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import styles from './DataTable.module.css'

interface Props {
  label: string
  column: string
  direction: 'ascending' | 'descending' | 'none'
  onSort: () => void
}

/** The head of a column by which a table can be sorted. */
export function SortableHead({ label, column, direction, onSort }: Props) {
  return (
    <th scope="col" aria-sort={direction} data-column={column}>
      <UnstyledButton className={styles.sort} onClick={onSort}>
        {label}
        {direction === 'ascending' && <IconArrowUp size={14} aria-hidden="true" />}
        {direction === 'descending' && <IconArrowDown size={14} aria-hidden="true" />}
      </UnstyledButton>
    </th>
  )
}
