import { Alert, Anchor, Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { call } from '../../platform/call.ts'
import { isInstalledApp } from '../../platform/installed-app.ts'
import { errorText } from '../../platform/error-text.ts'
import { openSession } from '../../platform/session.ts'
import { toast } from '../../platform/toasts.ts'
import { PublicFrame } from '../../ui/PublicFrame.tsx'
import { HOME } from '../redirect.ts'
import { requiresSecondStep, secondStepAddress } from '../second-step.ts'
import { applicationAddress } from './application-address.ts'

interface Props {
  type: 'login' | 'register'
  search: URLSearchParams
}

function Opened({ type, search }: Props) {
  const { t } = useTranslation('magic')
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>(null)
  const started = useRef(false)
  useEffect(() => {
    // The link works once, so a second effect run must not use it.
    if (started.current) return
    started.current = true
    const open = async (): Promise<void> => {
      try {
        const query = { ...Object.fromEntries(search), token: search.get('token') ?? '' }
        await openSession(await call(type === 'login' ? 'verifyMagicLogin' : 'verifyMagicRegistration', { query }))
        toast.success(t('done'))
        await navigate(HOME, { replace: true })
      } catch (error) {
        if (requiresSecondStep(error)) await navigate(secondStepAddress(), { replace: true })
        else setFailure(error)
      }
    }
    void open()
  }, [navigate, search, t, type])
  const email = search.get('email') ?? ''
  if (failure !== null)
    return (
      <Alert color="red" variant="light" role="alert">
        {errorText(failure)}
        <Anchor
          component={Link}
          to={email ? `/verify/magic-link?${new URLSearchParams({ type, email, link: '1' })}` : '/login'}
          display="block"
        >
          {email ? t('again') : t('toLogin')}
        </Anchor>
      </Alert>
    )
  return (
    <output>
      <Loader size="xs" mr="sm" component="span" style={{ verticalAlign: 'middle' }} />
      {t('working')}
    </output>
  )
}

/** The variant of the calls: `type` in the query (AUTH-78), otherwise the path. */
function typeOf(pathname: string, search: URLSearchParams): Props['type'] {
  const type = search.get('type')
  if (type === 'login' || type === 'register') return type
  return pathname.includes('register') ? 'register' : 'login'
}

/**
 * /verify/login-magic and /verify/register-magic: the emailed link; opens the companion app when the link was requested
 * there.
 */
function OpenedPage() {
  const { t } = useTranslation('magic')
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const [link] = useState(() => search)
  if (link.get('is_app') === '1' && !isInstalledApp())
    return <Navigate to={applicationAddress(`${pathname}?${link.toString()}`)} replace />
  return (
    <PublicFrame title={t('openedTitle')}>
      <Opened type={typeOf(pathname, link)} search={link} />
    </PublicFrame>
  )
}

export default OpenedPage
