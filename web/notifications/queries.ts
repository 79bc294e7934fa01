// What the bell asks the server, and what it knows of the answer without asking again.
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import type { CallResult } from '../platform/operations.ts'

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

export const refreshNotifications = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: KEY })

/** Each once: what came meanwhile has pushed the rest down, over the border of a page. */
export const shownOf = ({ pages }: Pages): Notification[] => [
  ...new Map(pages.flatMap(({ data }) => data.map((one) => [one.id, one]))).values(),
]

export const unreadOf = ({ pages }: Pages): number => pages[0]?.unread_count ?? 0

const change = (client: QueryClient, unread: (count: number) => number, one: (old: Notification) => Notification) =>
  client.setQueryData<Pages>(
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

/** Writes down what the server answered of one. */
export const putNotification = (client: QueryClient, before: Notification, now: Notification) =>
  change(
    client,
    (count) => Math.max(0, count - (before.flag === 0 ? 1 : 0)),
    (old) => (old.id === now.id ? now : old),
  )

/** Forgets all pages but the first: they would all be asked for with every news. */
export const foldPages = (client: QueryClient) =>
  client.setQueryData<Pages>(
    KEY,
    (all) => all && { pages: all.pages.slice(0, 1), pageParams: all.pageParams.slice(0, 1) },
  )

/** Marks all unread ones read; `shown` are those among them that the page knows. */
export const useReadAll = () => {
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
