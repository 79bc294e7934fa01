import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { codeOf } from '../platform/api-error.ts'
import { call } from '../platform/call.ts'
import { errorText } from '../platform/error-text.ts'
import { openSession } from '../platform/session.ts'
import { toast } from '../platform/toasts.ts'
import { addressOf, changesReader, needsOpening, refusedBy } from './opening.ts'
import { type Notification, putNotification, refreshNotifications } from './queries.ts'

type Outcome = {
  /** Called when navigation to the item starts. */
  onLeft: () => void
  /** Called when the invitation cannot be accepted (NOTI-10). */
  onNoAccess: () => void
}

/** Opens a notification: marks it as read, accepts an invitation, and navigates to the item. */
export const useOpening = ({ onLeft, onNoAccess }: Outcome) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { t } = useTranslation('notifications')
  const common = useTranslation().t

  return useMutation({
    mutationFn: async (before: Notification): Promise<string | null> => {
      const now = needsOpening(before) ? await call('openNotification', { params: { id: before.id } }) : before
      putNotification(client, before, now)
      if (changesReader(before)) await openSession(await call('checkSession'))
      if (!before.metadata.joined) toast.success(t('joinedNow', { item_name: now.item.name }))
      return addressOf(now)
    },
    onSuccess: async (address) => {
      if (address === null) return toast.error(common('accessDenied'))
      onLeft()
      await navigate(address)
    },
    onError: (error) => {
      const refused = refusedBy(codeOf(error))
      if (refused === 'no-access') return onNoAccess()
      toast.error(refused === 'denied' ? common('accessDenied') : errorText(error))
      return void refreshNotifications(client)
    },
  })
}
