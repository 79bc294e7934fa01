import { Button, Loader, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnchoredPopover } from '../ui/AnchoredPopover.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import styles from './NotificationPanel.module.css'
import { NotificationRow } from './NotificationRow.tsx'
import { foldPages, notificationsQuery, shownOf, unreadOf, useReadAll } from './queries.ts'
import { useOpenNotification } from './use-open-notification.ts'

/** Distance to the end of the list at which the next page is fetched. */
const AHEAD = '240px'

/** The end of an infinite list; calls `onReached` when it comes near the viewport. */
function ReachedEnd({ onReached }: { onReached: () => void }) {
  const end = useRef<HTMLSpanElement>(null)
  const latest = useRef(onReached)
  useEffect(() => {
    latest.current = onReached
  })
  useEffect(() => {
    const element = end.current
    if (!element) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      root: element.closest('[data-scrolls]'),
      rootMargin: AHEAD,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return <span ref={end} />
}

interface Props {
  anchor: HTMLElement
  onClose: () => void
  onNoAccess: () => void
}

const WIDTH = 400

/**
 * Marks all notifications as read, and returns those that were unread since the panel was opened: they stay highlighted
 * while it is open (NOTI-05).
 */
function useReading(): ReadonlySet<number> {
  const { data } = useInfiniteQuery(notificationsQuery)
  const { mutate } = useReadAll()
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set())
  const asked = useRef('')
  useEffect(() => {
    if (!data) return
    const count = unreadOf(data)
    const shown = shownOf(data)
      .filter(({ flag }) => flag === 0)
      .map(({ id }) => id)
    const wanted = `${count} ${shown.join()}`
    // A failed request is retried with the next notification, not in a loop.
    if (count === 0 || asked.current === wanted) return
    asked.current = wanted
    setFresh((before) => new Set([...before, ...shown]))
    mutate({ shown, count })
  }, [data, mutate])
  return fresh
}

/** The list of the bell with infinite scroll (NOTI-13, NOTI-15). */
export function NotificationPanel({ anchor, onClose, onNoAccess }: Props) {
  const { t } = useTranslation('notifications')
  const common = useTranslation().t
  const client = useQueryClient()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching, isFetchNextPageError } =
    useInfiniteQuery(notificationsQuery)
  const fresh = useReading()
  const opening = useOpenNotification({ onNavigate: onClose, onNoAccess })
  const shown = data ? shownOf(data) : []
  useEffect(() => () => void foldPages(client), [client])
  return (
    <AnchoredPopover anchor={anchor} label={t('title')} width={WIDTH} onClose={onClose}>
      <div className={styles.panel}>
        <Title order={2} size="h5" className={styles.title ?? ''} tabIndex={-1} data-autofocus>
          {t('title')}
        </Title>
        <div className={styles.scroller} data-scrolls>
          {!data && (error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Loading />)}
          {data && shown.length === 0 && (
            <div className={styles.empty}>
              <Text fw={600}>{t('empty')}</Text>
              <Text c="dimmed" size="sm">
                {t('emptyText')}
              </Text>
            </div>
          )}
          {shown.length > 0 && (
            <ul className={styles.list}>
              {shown.map((one) => (
                <li key={one.id}>
                  <NotificationRow
                    notification={one}
                    isFresh={one.flag === 0 || fresh.has(one.id)}
                    isBusy={opening.isPending && opening.variables.id === one.id}
                    onOpen={() => opening.isPending || opening.mutate(one)}
                  />
                </li>
              ))}
            </ul>
          )}
          {isFetchNextPageError && (
            <div className={styles.more} role="alert">
              <Text size="sm">{t('moreFailed')}</Text>
              <Button size="xs" variant="default" onClick={() => void fetchNextPage()}>
                {common('retry')}
              </Button>
            </div>
          )}
          {hasNextPage && !isFetchNextPageError && (
            <div className={styles.more}>
              <Loader size="xs" aria-label={common('loading')} />
              <ReachedEnd
                key={`${data?.pages.length} ${isFetching}`}
                onReached={() => isFetching || void fetchNextPage()}
              />
            </div>
          )}
        </div>
      </div>
    </AnchoredPopover>
  )
}
