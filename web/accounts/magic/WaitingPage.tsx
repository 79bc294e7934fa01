import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { useSession } from '../../platform/session.ts'
import { KeptMailLink } from '../../ui/KeptMailLink.tsx'
import { PublicFrame } from '../../ui/PublicFrame.tsx'
import { HOME } from '../redirect.ts'
import { codeOf } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { useCooldown } from '../../platform/use-cooldown.ts'
import { toast } from '../../platform/toasts.ts'
import { resendQuery } from '../resend-query.ts'

interface Wanted {
  type: 'login' | 'register'
  email: string
  /** Query string of the page; the call sends all of it. */
  search: URLSearchParams
  wasJustSent: boolean
}

/** Sends the email again; locked for 10 seconds after each (AUTH-25). The server enforces this too. */
function useResend({ type, email, search, wasJustSent }: Wanted) {
  const { t } = useTranslation('magic')
  const { seconds, start: startCooldown } = useCooldown(LIMITS.resendLockSeconds, wasJustSent)
  const [isSending, setIsSending] = useState(false)
  const resend = async (): Promise<void> => {
    setIsSending(true)
    try {
      const query = { ...resendQuery(search), email }
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

interface Props {
  type: 'login' | 'register'
  email: string
  search: URLSearchParams
  sendsAtOnce: boolean
}

function Waiting({ type, email, search, sendsAtOnce }: Props) {
  const { t } = useTranslation('magic')
  const { cooldownSeconds, isSending, resend } = useResend({ type, email, search, wasJustSent: !sendsAtOnce })
  const started = useRef(false)
  useEffect(() => {
    if (!sendsAtOnce || started.current) return
    started.current = true
    void resend()
  })
  return (
    <Stack gap="md">
      <Text style={{ overflowWrap: 'anywhere' }}>{t('sent', { email })}</Text>
      <Text fw={600}>{t('within')}</Text>
      <KeptMailLink />
      <Text size="sm" c="dimmed">
        {t('notArrived')}
      </Text>
      <Button
        variant="default"
        disabled={cooldownSeconds > 0}
        loading={isSending}
        onClick={() => void resend()}
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {cooldownSeconds > 0 ? t('locked', { num: cooldownSeconds }) : t('resend')}
      </Button>
      <Anchor component={Link} to="/login" state={{ email }} size="sm">
        {t('toLogin')}
      </Anchor>
    </Stack>
  )
}

/**
 * /verify/magic-link: an email was sent. The parameter `link` means that a link has expired, so another email is sent
 * immediately (AUTH-26).
 */
function WaitingPage() {
  const { t } = useTranslation('magic')
  const [search] = useSearchParams()
  const { data: session, isPending } = useSession()
  if (session) return <Navigate to={HOME} replace />
  const email = search.get('email') ?? ''
  return (
    <PublicFrame title={t('waitingTitle')}>
      {email === '' ? (
        <Alert color="red" variant="light" role="alert">
          {t('noEmail')}
          <Anchor component={Link} to="/login" display="block">
            {t('toLogin')}
          </Anchor>
        </Alert>
      ) : (
        !isPending && (
          <Waiting
            type={search.get('type') === 'register' ? 'register' : 'login'}
            email={email}
            search={search}
            sendsAtOnce={search.has('link')}
          />
        )
      )}
    </PublicFrame>
  )
}

export default WaitingPage
