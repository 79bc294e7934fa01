import { LIMITS } from '@kaiwa/contract/limits.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { sessionQuery } from '../../platform/session.ts'
import { toast } from '../../platform/toasts.ts'
import { useCooldown } from '../../platform/use-cooldown.ts'
import { emailChangeQuery } from './queries.ts'

/**
 * The pending address, if any. When it disappears, its link was opened, possibly elsewhere, so the user is reloaded.
 */
export function usePendingAddress(): string | null {
  const client = useQueryClient()
  const waiting = useQuery(emailChangeQuery).data?.new_email ?? null
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (before.current !== null && waiting === null) void client.invalidateQueries(sessionQuery)
    before.current = waiting
  }, [client, waiting])
  return waiting
}

/** Sends the email again (locked for 10 seconds after each, like on the server), or cancels the change. */
export function usePendingChange() {
  const { t } = useTranslation('profile')
  const client = useQueryClient()
  const { seconds, start: startCooldown } = useCooldown(LIMITS.resendLockSeconds)
  const refresh = () => client.invalidateQueries(emailChangeQuery)
  const resend = useMutation({
    mutationFn: () => call('resendEmailChange'),
    onSuccess: () => {
      startCooldown()
      toast.success(t('emailResent'))
    },
    onError: (error) => {
      if (codeOf(error) === 'E_TOO_MANY_REQUESTS') return startCooldown()
      toast.error(t('emailResendFailed'))
      // It was verified or cancelled in the meantime.
      if (codeOf(error) === 'E_NOT_FOUND') void refresh()
    },
  })
  const cancel = useMutation({
    mutationFn: () => call('cancelEmailChange'),
    onSuccess: () => {
      toast.success(t('emailCancelled'))
      return refresh()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return { cooldownSeconds: seconds, resend, cancel }
}
