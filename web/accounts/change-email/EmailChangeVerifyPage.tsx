import { Loader } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { sessionQuery } from '../../platform/session.ts'
import { PublicFrame } from '../../ui/PublicFrame.tsx'
import { emailChangeQuery } from '../profile/queries.ts'
import type { OutcomeState } from './outcome-state.ts'

function isTaken(error: unknown): boolean {
  return error instanceof ApiError && (error.fields['new_email']?.includes('unique') ?? false)
}

/** /change-email/verify: the emailed link activates the new address, independent of the signed-in user. */
function EmailChangeVerifyPage() {
  const { t } = useTranslation('changeEmail')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const client = useQueryClient()
  const started = useRef(false)
  useEffect(() => {
    // The link works once, so a second effect run must not use it.
    if (started.current) return
    started.current = true
    const end = (outcome: 'success' | 'failed', state: OutcomeState) =>
      navigate(`/change-email/verify/${outcome}`, { replace: true, state })
    const verify = async (): Promise<void> => {
      const token = search.get('token') ?? ''
      try {
        const { email } = await call('verifyEmailChange', { query: { ...Object.fromEntries(search), token } })
        // No address is pending any more, so the cached one is removed until the next request.
        client.removeQueries({ queryKey: emailChangeQuery.queryKey })
        await client.invalidateQueries(sessionQuery)
        await end('success', { email })
      } catch (error) {
        await end('failed', isTaken(error) ? { isTaken: true } : { link: search.toString() })
      }
    }
    void verify()
  }, [client, navigate, search])
  return (
    <PublicFrame title={t('title')}>
      <output>
        <Loader size="xs" mr="sm" component="span" style={{ verticalAlign: 'middle' }} />
        {t('working')}
      </output>
    </PublicFrame>
  )
}

export default EmailChangeVerifyPage
