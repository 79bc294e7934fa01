import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { codeOf } from '../platform/api-error.ts'
import { call } from '../platform/call.ts'
import { errorText } from '../platform/error-text.ts'
import { openSession } from '../platform/session.ts'
import { toast } from '../platform/toasts.ts'
import { notificationUrl, changesRights, needsOpening, openingFailure } from './opening-rules.ts'
import { type Notification, putNotification, refreshNotifications } from './queries.ts'

interface Outcome {
  /** Called when navigation to the item starts. */
  onNavigate: () => void
  /** Called when the invitation cannot be accepted (NOTI-10). */
  onNoAccess: () => void
}

/** Opens a notification: marks it as read, accepts an invitation, and navigates to the item. */
export function useOpenNotification({ onNavigate, onNoAccess }: Outcome) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { t } = useTranslation('notifications')
  const common = useTranslation().t

  return useMutation({
    mutationFn: async (before: Notification): Promise<string | null> => {
      const now = needsOpening(before) ? await call('openNotification', { params: { id: before.id } }) : before
      putNotification(client, before, now)
      if (changesRights(before)) await openSession(await call('checkSession'))
      if (!before.metadata.joined) toast.success(t('joinedNow', { item_name: now.item.name }))
      return notificationUrl(now)
    },
    onSuccess: async (address) => {
      if (address === null) return toast.error(common('accessDenied'))
      onNavigate()
      await navigate(address)
    },
    onError: (error) => {
      const failure = openingFailure(codeOf(error))
      if (failure === 'no-access') return onNoAccess()
      toast.error(failure === 'denied' ? common('accessDenied') : errorText(error))
      return void refreshNotifications(client)
    },
  })
}
