import { Loader } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../platform/call.ts'
import { openSession } from '../platform/session.ts'
import { toast } from '../platform/toasts.ts'
import { PublicFrame } from '../ui/PublicFrame.tsx'
import { requiresSecondStep, secondStepAddress } from './second-step.ts'

/** Milliseconds between verification and redirect (AUTH-34). */
const PAUSE_MS = 500

/** The link of the verification email: verifies, signs in, and redirects to the project list. */
function VerifyPage() {
  const { t } = useTranslation('accounts')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const started = useRef(false)
  useEffect(() => {
    // The link works once, so a second effect run must not use it.
    if (started.current) return
    started.current = true
    const verify = async (): Promise<void> => {
      try {
        const query = { ...Object.fromEntries(search), token: search.get('token') ?? '', in_page: '1' } as const
        const { is_password_forgotten: isForgotten } = await call('verifyAccount', { query })
        const session = await call('checkSession')
        await new Promise((resolve) => {
          setTimeout(resolve, PAUSE_MS)
        })
        await openSession(session)
        toast.success(t('verify.done'))
        if (isForgotten) toast.info(t('verify.forgotten', { email: session.user.email }))
        await navigate('/projects', { replace: true })
      } catch (error) {
        await navigate(requiresSecondStep(error) ? secondStepAddress() : '/accounts/verify/failed', { replace: true })
      }
    }
    void verify()
  }, [navigate, search, t])
  return (
    <PublicFrame title={t('verify.title')}>
      <output>
        <Loader size="xs" mr="sm" component="span" style={{ verticalAlign: 'middle' }} />
        {t('verify.working')}
      </output>
    </PublicFrame>
  )
}

export default VerifyPage
