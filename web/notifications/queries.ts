// Queries and cache updates of notifications.
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import type { CallResult } from '../platform/call-types.ts'

type Page = CallResult<'listNotifications'>
type Pages = InfiniteData<Page>
export type Notification = Page['data'][number]

export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications'],
  queryFn: ({ pageParam, signal }) => call('listNotifications', { query: { page: pageParam } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ current_page: current, last_page: last }) => (current < last ? current + 1 : null),
})

const KEY = notificationsQuery.queryKey

export function refreshNotifications(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: KEY })
}

/** Removes duplicates: new notifications push others across the page boundary. */
export function shownOf({ pages }: Pages): Notification[] {
  return [...new Map(pages.flatMap(({ data }) => data.map((one) => [one.id, one]))).values()]
}

export function unreadOf({ pages }: Pages): number {
  return pages[0]?.unread_count ?? 0
}

function change(client: QueryClient, unread: (count: number) => number, one: (old: Notification) => Notification) {
  return client.setQueryData<Pages>(
    KEY,
    (all) =>
      all && {
        ...all,
        pages: all.pages.map((page) => ({
          ...page,
          unread_count: unread(page.unread_count),
          data: page.data.map(one),
        })),
      },
  )
}

/** Stores the server's response for a notification in the cache. */
export function putNotification(client: QueryClient, before: Notification, now: Notification) {
  return change(
    client,
    (count) => Math.max(0, count - (before.flag === 0 ? 1 : 0)),
    (old) => (old.id === now.id ? now : old),
  )
}

/** Drops all pages except the first, because each new notification would reload all of them. */
export function foldPages(client: QueryClient) {
  return client.setQueryData<Pages>(
    KEY,
    (all) => all && { pages: all.pages.slice(0, 1), pageParams: all.pageParams.slice(0, 1) },
  )
}

/** Marks all unread notifications as read; `shown` are the loaded ones among them. */
export function useReadAll() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ shown, count }: { shown: readonly number[]; count: number }) =>
      call('readNotifications', { body: shown.length >= count ? { ids: [...shown] } : {} }),
    onSuccess: (_, { count }) =>
      change(
        client,
        (unread) => Math.max(0, unread - count),
        (old) => (old.flag === 0 ? { ...old, flag: -1 } : old),
      ),
  })
}
