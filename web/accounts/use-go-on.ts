import type { Session } from '@kaiwa/contract/accounts.ts'
import { useNavigate, useSearchParams } from 'react-router'
import { openSession } from '../platform/session.ts'
import { destinationAfterLogin } from './redirect.ts'

/** Takes a fresh session and goes to where the visitor wanted to be. */
export const useGoOn = (): ((session: Session) => Promise<void>) => {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return async (session) => {
    await openSession(session)
    await navigate(destinationAfterLogin(search.get('redirect'), session.user.email), { replace: true })
  }
}
