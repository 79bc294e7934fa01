import { userChannel } from '@kaiwa/contract/channels.ts'
import type { NotificationType } from '@kaiwa/contract/notifications.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect, useRef } from 'react'
import { useSignedIn } from '../platform/session.ts'
import { refreshQueries } from '../platform/refresh-queries.ts'
import { openAddress } from '../platform/open-address.ts'
import { toast, type ToastAction } from '../platform/toasts.ts'
import { treeQuery } from '../platform/tree-query.ts'
import { useWakeDetection } from '../platform/wake-detection.ts'
import { useChannel } from '../platform/realtime/use-channel.ts'
import { notificationUrl } from './opening-rules.ts'
import { type Notification, notificationsQuery, refreshNotifications, shownOf } from './queries.ts'

/** Queries, by the first part of their keys, that a notification invalidates in addition to the list (RT-03, RT-04). */
const STALE_BY: Readonly<Record<NotificationType, readonly string[]>> = {
  // A change of rights has its own message.
  'project-invited': [],
  'project-joined': ['members', 'usage', ...treeQuery.queryKey],
  'project-file-interview': ['project', 'files', ...treeQuery.queryKey],
  'project-file-completed': ['project', 'files', ...treeQuery.queryKey],
  // An open page of the file has its own message.
  'comment-mentioned': [],
  'comment-replied': [],
  'comment-added': [],
}

/** Names the recording whose analysis has ended, and opens it, unless its page is shown. */
function offerFile(about: Notification | undefined): readonly [ToastAction?, string?] {
  const address = about && notificationUrl(about)
  if (about?.type !== 'project-file-completed' || address == null) return []
  if (globalThis.location?.pathname === address) return [undefined, about.item.name]
  return [{ label: i18next.t('open'), onAct: () => void openAddress(address) }, about.item.name]
}

/** Handles a new notification. While the same toast is still shown, it is not repeated; a newer one replaces it. */
export async function notifyUser(client: QueryClient, type: NotificationType, about?: Notification): Promise<void> {
  const [action, name] = offerFile(about)
  toast.info(i18next.t('newNotification'), action, {
    topic: 'notification',
    ...(name === undefined ? {} : { detail: name }),
  })
  await Promise.all(STALE_BY[type].map((word) => refreshQueries(client, [word])))
}

/** The date of the newest notification; '' for an empty list. */
export function latestOf(shown: readonly Notification[]): string {
  return shown.reduce((latest, { date_time: at }) => (at > latest ? at : latest), '')
}

/** Unread notifications newer than `latest`, the newest one of each type. */
export function newSince(latest: string, shown: readonly Notification[]): Notification[] {
  const fresh = shown.filter(({ flag, date_time: at }) => flag === 0 && at > latest)
  const newestFirst = fresh.toSorted((a, b) => b.date_time.localeCompare(a.date_time))
  return [...Map.groupBy(newestFirst, ({ type }) => type).values()].flatMap(([first]) => first ?? [])
}

/**
 * Reports notifications that appear in the list. A user who gains access loses their socket for a moment, because all
 * channels are subscribed again, and the message is sent at that time. It may be lost, but the list is complete.
 */
function useListUpdates(): void {
  const client = useQueryClient()
  const { data } = useInfiniteQuery(notificationsQuery)
  const latest = useRef<string | null>(null)
  useEffect(() => {
    if (!data) return
    const shown = shownOf(data)
    const known = latest.current
    if (known !== null) for (const one of newSince(known, shown)) void notifyUser(client, one.type, one)
    const newest = latestOf(shown)
    if (known === null || newest > known) latest.current = newest
  }, [client, data])
}

/** Mounted on every page: reports new notifications and keeps the list up to date (RT-01, RT-02). */
export function useNotificationUpdates(): void {
  const client = useQueryClient()
  const { user } = useSignedIn()
  const refresh = (): void => void refreshNotifications(client)
  useListUpdates()
  useChannel(userChannel(user.id), {
    'new-notification': ({ type }) => {
      void notifyUser(client, type)
      refresh()
    },
    'notifications-read': refresh,
    // Items that are no longer visible disappear from the list.
    'rights-changed': refresh,
    // Names and existence of items are reloaded when the panel opens, not on each change of the tree.
    'items-changed': () =>
      void client.invalidateQueries({ queryKey: notificationsQuery.queryKey, refetchType: 'none' }),
    onSubscribed: refresh,
    onResubscribed: refresh,
  })
  useWakeDetection(refresh)
}
