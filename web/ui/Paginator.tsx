import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { paginatorEntries } from '../platform/paginator.ts'
import styles from './Paginator.module.css'

interface Props {
  current: number
  last: number
  onChange: (page: number) => void
}

/** Page links of a list; hidden for a single page. */
export function Paginator({ current, last, onChange }: Props) {
  const { t } = useTranslation()
  if (last <= 1) return null
  return (
    <nav className={styles.pages} aria-label={t('pages')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('previousPage')}
        disabled={current <= 1}
        onClick={() => onChange(current - 1)}
      >
        <IconChevronLeft size={16} aria-hidden="true" />
      </ActionIcon>
      {paginatorEntries(current, last).map((entry, index) =>
        entry === 'gap' ? (
          // There are at most two gaps: before and after the neighbours.
          <span key={index < 3 ? 'before' : 'after'} className={styles.gap}>
            …
          </span>
        ) : (
          <UnstyledButton
            key={entry}
            className={styles.page}
            aria-label={t('pageNumber', { page: entry })}
            aria-current={entry === current ? 'page' : undefined}
            onClick={() => onChange(entry)}
          >
            {entry}
          </UnstyledButton>
        ),
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('nextPage')}
        disabled={current >= last}
        onClick={() => onChange(current + 1)}
      >
        <IconChevronRight size={16} aria-hidden="true" />
      </ActionIcon>
    </nav>
  )
}
