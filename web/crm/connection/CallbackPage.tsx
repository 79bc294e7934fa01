import { Alert, Anchor, Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { isInstalledApp } from '../../platform/installed-app.ts'
import { pathOfAppLink } from '../../platform/own-path.ts'
import { OpenApp } from '../../ui/OpenApp.tsx'
import { PublicFrame } from '../../ui/PublicFrame.tsx'

const PAGE = '/mypage/hubspot-connect'

function Refused({ text }: { text: string }) {
  const { t } = useTranslation('crmConnection')
  return (
    <Alert color="red" variant="light" role="alert">
      {text}
      <Anchor component={Link} to={PAGE} display="block">
        {t('callback.toPage')}
      </Anchor>
    </Alert>
  )
}

/** /hubspot/callback: the browser returns from HubSpot and is led to the cooperation page, or to the app (CRM-04). */
function CallbackPage() {
  const { t } = useTranslation('crmConnection')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const started = useRef(false)
  const [appPath, setAppPath] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const error = search.get('error')
  useEffect(() => {
    if (started.current || error !== null) return
    started.current = true
    const [code, state] = [search.get('code'), search.get('state')]
    const findWay = async () => {
      const { location: way, is_app: isApp } = await call('openCrmCallback', {
        query: { ...(code === null ? {} : { code }), ...(state === null ? {} : { state }) },
      })
      const path = isApp ? pathOfAppLink(way) : null
      if (path !== null) {
        if (isInstalledApp()) void navigate(path, { replace: true })
        else setAppPath(path)
        return
      }
      const { pathname, search: query, origin } = new URL(way, globalThis.location.href)
      if (origin === globalThis.location.origin) void navigate(pathname + query, { replace: true })
      else throw new Error(`An address of another origin: ${origin}`)
    }
    findWay().catch((reason: unknown) => {
      if (!(reason instanceof ApiError)) console.error(reason)
      setFailure(reason)
    })
  }, [error, search, navigate])
  return (
    <PublicFrame title={t('callback.title')}>
      {error !== null ? (
        <Refused text={t(error === 'access_denied' ? 'callback.denied' : 'callback.failed')} />
      ) : failure !== null ? (
        <Refused text={failure instanceof ApiError ? errorText(failure) : t('callback.failed')} />
      ) : appPath !== null ? (
        <OpenApp path={appPath} browserPath={appPath} text={t('callback.app')} />
      ) : (
        <output>
          <Loader size="xs" mr="sm" component="span" style={{ verticalAlign: 'middle' }} />
          {t('callback.working')}
        </output>
      )}
    </PublicFrame>
  )
}

export default CallbackPage
