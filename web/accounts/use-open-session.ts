import type { Session } from '@kaiwa/contract/accounts.ts'
import { useNavigate, useSearchParams } from 'react-router'
import { openSession } from '../platform/session.ts'
import { destinationAfterLogin } from './redirect.ts'

/** Opens a new session and redirects to the requested page. */
export function useOpenSession(): (session: Session) => Promise<void> {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return async (session) => {
    await openSession(session)
    await navigate(destinationAfterLogin(search.get('redirect'), session.user.email), { replace: true })
  }
}
