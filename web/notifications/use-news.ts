import type { NotificationType } from '@kaiwa/contract/notifications.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { sessionQuery, useSignedIn } from '../platform/session.ts'
import { toast } from '../platform/toasts.ts'
import { useAwakening } from '../platform/use-awakening.ts'
import { useChannel } from '../platform/use-channel.ts'
import { refreshNotifications } from './queries.ts'

/** The queries, by the first word of their keys, that a notification makes stale besides the list (RT-03, RT-04). */
export const STALE_BY: Readonly<Record<NotificationType, readonly string[]>> = {
  // Whose rights change is told so by itself.
  'project-invited': [],
  'project-joined': ['members', 'usage', ...sessionQuery.queryKey],
  'project-file-interview': [],
  'project-file-completed': ['project', 'files', ...sessionQuery.queryKey],
}

/** What a page does when it hears that there is something new. */
export const hearNews = async (client: QueryClient, type: NotificationType): Promise<void> => {
  toast.info(i18next.t('newNotification'))
  await Promise.all([
    refreshNotifications(client),
    ...STALE_BY[type].map((word) => client.invalidateQueries({ queryKey: [word] })),
  ])
}

/** Beside every page: says that there is something new, and keeps the list true (RT-01, RT-02). */
export const useNews = (): void => {
  const client = useQueryClient()
  const { user } = useSignedIn()
  const refresh = (): void => void refreshNotifications(client)
  useChannel(`private-user-${user.id}`, {
    'new-notification': ({ type }) => void hearNews(client, type),
    'notifications-read': refresh,
    // What may be seen no longer is gone from the list as well.
    'rights-changed': refresh,
    'items-changed': refresh,
    onReturn: refresh,
  })
  useAwakening(refresh)
}
