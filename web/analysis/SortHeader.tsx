import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import styles from './Analysis.module.css'

interface Props {
  label: string
  direction: 'ascending' | 'descending' | 'none'
  column: string
  onSort: () => void
}

/** The head of a column by which a table can be sorted. */
export function SortHeader({ label, direction, column, onSort }: Props) {
  const Icon = direction === 'ascending' ? IconChevronUp : IconChevronDown
  return (
    <th scope="col" aria-sort={direction} data-column={column}>
      <UnstyledButton className={styles.sort} onClick={onSort}>
        {label}
        {direction !== 'none' && <Icon size={14} aria-hidden="true" />}
      </UnstyledButton>
    </th>
  )
}
