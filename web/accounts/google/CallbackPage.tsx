import { Loader } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../platform/call.ts'
import { openSession } from '../../platform/session.ts'
import { toast } from '../../platform/toasts.ts'
import { PublicFrame } from '../../ui/PublicFrame.tsx'
import { destinationAfterLogin } from '../redirect.ts'
import { requiresSecondStep, secondStepAddress } from '../second-step.ts'
import { readCallbackParameters } from './callback-parameters.ts'
import { useProviderName } from './use-provider-name.ts'
import { storedRedirect } from './stored-redirect.ts'

/**
 * /login/google/callback: the browser returns from the provider. On failure it redirects to the sign-in page (AUTH-12).
 */
function CallbackPage() {
  const { t } = useTranslation('google')
  const name = useProviderName()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const started = useRef(false)
  useEffect(() => {
    // The response works once, so a second effect run must not use it.
    if (started.current) return
    started.current = true
    const signIn = async (): Promise<string> => {
      const redirect = storedRedirect()
      const parameters = readCallbackParameters(search)
      try {
        if (!parameters) throw new Error('The provider refused the sign-in')
        const session = await call('signInWithGoogleCode', { body: parameters })
        await openSession(session)
        return destinationAfterLogin(redirect, session.user.email)
      } catch (error) {
        if (requiresSecondStep(error)) return secondStepAddress(redirect)
        toast.error(t('failed', { name }))
        return redirect === null ? '/login' : `/login?${new URLSearchParams({ redirect })}`
      }
    }
    void signIn().then((path) => navigate(path, { replace: true }))
  }, [name, navigate, search, t])
  return (
    <PublicFrame title={t('title', { name })}>
      <output>
        <Loader size="xs" mr="sm" component="span" style={{ verticalAlign: 'middle' }} />
        {t('working')}
      </output>
    </PublicFrame>
  )
}

export default CallbackPage
