import { Alert, Anchor, Button, Loader, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { PublicFrame } from '../../ui/PublicFrame.tsx'

const PAGE = '/mypage/hubspot-connect'
const APP_LINK = /^web\+kaiwa:/
/** Delay in milliseconds to read the page before the system's prompt to open the app. */
const PAUSE_MS = 700

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

/** Hands the code to the installed app (CRM-05). */
function OpenApp({ link }: { link: string }) {
  const { t } = useTranslation('crmConnection')
  useEffect(() => {
    const timer = setTimeout(() => globalThis.location.assign(link), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [link])
  return (
    <Stack gap="md">
      <Text>{t('callback.app')}</Text>
      <Button component="a" href={link}>
        {t('callback.openApp')}
      </Button>
    </Stack>
  )
}

/** /hubspot/callback: the browser returns from HubSpot and is led to the cooperation page, or to the app (CRM-04). */
function CallbackPage() {
  const { t } = useTranslation('crmConnection')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const started = useRef(false)
  const [link, setLink] = useState<string | null>(null)
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
      if (isApp && APP_LINK.test(way)) {
        setLink(way)
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
      ) : link !== null ? (
        <OpenApp link={link} />
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
