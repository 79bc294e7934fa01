import { LIMITS } from '@kaiwa/contract/limits.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { useCooldown } from '../../platform/use-cooldown.ts'
import { toast } from '../../platform/toasts.ts'

interface Wanted {
  type: 'login' | 'register'
  email: string
  isApp: boolean
  wasJustSent: boolean
}

/** Sends the email again; locked for 10 seconds after each (AUTH-25). The server enforces this too. */
export function useResend({ type, email, isApp, wasJustSent }: Wanted) {
  const { t } = useTranslation('magic')
  const { seconds, start: startCooldown } = useCooldown(LIMITS.resendLockSeconds, wasJustSent)
  const [isSending, setIsSending] = useState(false)
  const resend = async (): Promise<void> => {
    setIsSending(true)
    try {
      const query = { email, is_app: isApp ? '1' : '0' } as const
      await call(type === 'login' ? 'resendMagicLogin' : 'resendMagicRegistration', { query })
      toast.success(t('resent'))
      startCooldown()
    } catch (error) {
      // Rate limit: another tab has just sent one.
      if (codeOf(error) === 'E_TOO_MANY_REQUESTS') startCooldown()
      else toast.error(t('resendFailed'))
    } finally {
      setIsSending(false)
    }
  }
  return { cooldownSeconds: seconds, isSending, resend }
}
