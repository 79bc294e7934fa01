import type { NotificationType } from '@kaiwa/contract/notifications.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect, useRef } from 'react'
import { sessionQuery, useSignedIn } from '../platform/session.ts'
import { toast } from '../platform/toasts.ts'
import { useAwakening } from '../platform/use-awakening.ts'
import { useChannel } from '../platform/use-channel.ts'
import { type Notification, notificationsQuery, refreshNotifications, shownOf } from './queries.ts'

/** The queries, by the first word of their keys, that a notification makes stale besides the list (RT-03, RT-04). */
const STALE_BY: Readonly<Record<NotificationType, readonly string[]>> = {
  // Whose rights change is told so by itself.
  'project-invited': [],
  'project-joined': ['members', 'usage', ...sessionQuery.queryKey],
  'project-file-interview': ['project', 'files', ...sessionQuery.queryKey],
  'project-file-completed': ['project', 'files', ...sessionQuery.queryKey],
}

/** What a page does about something new. Said again while it is still said, it is said once. */
export const tellNews = async (client: QueryClient, type: NotificationType): Promise<void> => {
  toast.info(i18next.t('newNotification'))
  await Promise.all(STALE_BY[type].map((word) => client.invalidateQueries({ queryKey: [word] })))
}

/** The date of the newest of them; '' where there is none. */
export const latestOf = (shown: readonly Notification[]): string =>
  shown.reduce((latest, { date_time: at }) => (at > latest ? at : latest), '')

/** What is unread and newer than everything that was known. */
export const newsSince = (latest: string, shown: readonly Notification[]): NotificationType[] => [
  ...new Set(shown.filter(({ flag, date_time: at }) => flag === 0 && at > latest).map(({ type }) => type)),
]

/**
 * Tells of what the list has and had not. Whoever is given something loses their socket for a moment, since all their
 * channels are asked for anew, and just then they are told: the message may not reach them, the list does.
 */
const useNewsOfList = (): void => {
  const client = useQueryClient()
  const { data } = useInfiniteQuery(notificationsQuery)
  const latest = useRef<string | null>(null)
  useEffect(() => {
    if (!data) return
    const shown = shownOf(data)
    const known = latest.current
    if (known !== null) for (const type of newsSince(known, shown)) void tellNews(client, type)
    const newest = latestOf(shown)
    if (known === null || newest > known) latest.current = newest
  }, [client, data])
}

/** Beside every page: says that there is something new, and keeps the list true (RT-01, RT-02). */
export const useNews = (): void => {
  const client = useQueryClient()
  const { user } = useSignedIn()
  const refresh = (): void => void refreshNotifications(client)
  useNewsOfList()
  useChannel(`private-user-${user.id}`, {
    'new-notification': ({ type }) => {
      void tellNews(client, type)
      refresh()
    },
    'notifications-read': refresh,
    // What may be seen no longer is gone from the list as well.
    'rights-changed': refresh,
    // What things are called, and whether they are there: asked when the panel is opened, not at each change of the tree.
    'items-changed': () =>
      void client.invalidateQueries({ queryKey: notificationsQuery.queryKey, refetchType: 'none' }),
    onHeard: refresh,
    onReturn: refresh,
  })
  useAwakening(refresh)
}
