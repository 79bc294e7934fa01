import { Loader } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { ApiError, codeOf } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { openSession } from '../../platform/session.ts'
import { toast } from '../../platform/toasts.ts'
import { PublicFrame } from '../../ui/PublicFrame.tsx'
import { invitationStep, joinedItemUrl } from './invitation-step.ts'

/** Page that shows why an invitation failed. */
const FAILED = '/verify/join-project/invite-member/failed'

/** No answer, a failure of the server, or too many calls: the link may work later. */
function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
}

/**
 * The page of an invitation link: leads to registration or sign-in, or accepts the invitation and opens its item
 * (SHARE-25).
 */
function JoinPage() {
  const { t } = useTranslation('sharing')
  const [search] = useSearchParams()
  const { pathname, search: query } = useLocation()
  const navigate = useNavigate()
  const started = useRef(false)
  useEffect(() => {
    // Accept only once per visit, although the effect may run twice.
    if (started.current) return
    started.current = true
    const token = search.get('token') ?? ''
    const go = async (): Promise<string> => {
      // The query string of the page as it is (SHARE-45).
      const invitation = await call('verifyInvitation', { query: { ...Object.fromEntries(search), token } })
      const session = invitation.is_login ? await call('checkSession') : null
      const step = invitationStep(invitation, session?.user.email ?? null, { pathname, token })
      if (step.kind === 'register') await call('checkMemberQuota', { query: { token } })
      if (step.kind === 'home') toast.info(t('join.otherAddress', { email: invitation.to_email }))
      if (step.kind !== 'accept') return step.to
      const { item } = await call('acceptInvitation', { body: { token } })
      await openSession(await call('checkSession'))
      toast.success(t('join.done', { item_name: item.name }))
      return joinedItemUrl(item)
    }
    go().then(
      (to) => navigate(to, { replace: true }),
      (error: unknown) => {
        const code = codeOf(error)
        if (code === 'E_NO_ACCESS_TOKEN' || code === 'E_INVALID_ACCESS_TOKEN')
          return navigate(`/login?redirect=${encodeURIComponent(pathname + query)}`, { replace: true })
        const isGone = code === 'E_NOT_FOUND' || code === 'E_UNPROCESSABLE_ENTITY'
        const message = isGone ? t('join.gone') : errorText(error)
        const link = isTemporary(error) ? pathname + query : null
        return navigate(FAILED, { replace: true, state: { message, link } })
      },
    )
  }, [navigate, pathname, query, search, t])
  return (
    <PublicFrame title={t('join.title')}>
      <output>
        <Loader size="xs" mr="sm" component="span" style={{ verticalAlign: 'middle' }} />
        {t('join.working')}
      </output>
    </PublicFrame>
  )
}

export default JoinPage
