import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { UnstyledButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatClock } from '../platform/dates.ts'
import { fileAddress } from './file-address.ts'
import styles from './Hits.module.css'
import { hitsQuery } from './queries.ts'
import type { Hit } from '@kaiwa/contract/search.ts'

/** A text with the search words marked. */
export function Marked({ content, marks }: Pick<Hit, 'content' | 'marks'>) {
  return marks.length === 0 ? (
    content
  ) : (
    <>
      {content.slice(0, marks[0]?.start)}
      {marks.map(({ start, end }, index) => (
        <span key={start}>
          <mark>{content.slice(start, end)}</mark>
          {content.slice(end, marks[index + 1]?.start)}
        </span>
      ))}
    </>
  )
}

interface Props {
  file: ProjectFile
  query: string
}

/** The search hits in a file: the first ones, and all others by page (WS-26, WS-27). */
export function Hits({ file, query }: Props) {
  const { t } = useTranslation('workspace')
  const list = useRef<HTMLUListElement>(null)
  const { data, fetchNextPage, isFetching, isError } = useInfiniteQuery(hitsQuery(file.id, query))
  const hits = data?.pages.flatMap((page) => page.data) ?? file.metadata
  if (hits.length === 0) return null
  const total = file.metadata.length + (file.metadata.at(-1)?.remain ?? 0)
  const remain = Math.max(0, total - hits.length)

  const handleMore = async (): Promise<void> => {
    const { data: grown } = await fetchNextPage()
    // The button may disappear with the last page, so the focus moves to the first new hit.
    if (grown) list.current?.querySelectorAll('a')[hits.length]?.focus()
  }
  return (
    <>
      <ul className={styles.hits} ref={list} aria-label={t('hits', { name: file.title })}>
        {hits.map(({ id, start_time: seconds, content, marks }) => (
          <li key={id}>
            <Link className={styles.hit} to={fileAddress(file, { search: query, block: id, seconds })}>
              <span className={styles.time}>{formatClock(seconds)}</span>
              <span className={styles.content}>
                <Marked content={content} marks={marks} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {remain > 0 && (
        <UnstyledButton className={styles.more} aria-disabled={isFetching} onClick={() => void handleMore()}>
          {t('moreHits', { count: remain })}
        </UnstyledButton>
      )}
      {isError && (
        <span className={styles.failed} role="alert">
          {t('loadFailedTitle')}
        </span>
      )}
    </>
  )
}
