// Who is signed in, and the one place where a session ends. The session is an entry of the query cache: null means
// nobody, undefined means not known yet.
import type { Session, User } from '@kaiwa/contract/accounts.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { codeOf } from './api-error.ts'
import { call, onApiError } from './call.ts'
import { adoptLanguage } from './language.ts'
import { queryClient } from './query-client.ts'
import { disconnectRealtime } from './realtime.ts'
import { toast } from './toasts.ts'

// What stays when a person leaves.
const ABOUT_NOBODY = new Set<unknown>(['session', 'client-config'])
const ENDED = ['E_NO_ACCESS_TOKEN', 'E_INVALID_ACCESS_TOKEN']

const checkSession = async (signal: AbortSignal): Promise<Session | null> => {
  try {
    const session = await call('checkSession', {}, { signal })
    await adoptLanguage(session.user.settings.locale)
    return session
  } catch (error) {
    const code = codeOf(error)
    if (code !== null && (ENDED.includes(code) || code === 'E_USER_DISABLED')) return null
    throw error
  }
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => checkSession(signal),
  staleTime: Infinity,
  gcTime: Infinity,
})

/** Who is there, asked for once unless that failed; null where nobody is, or where the server could not be asked. */
export const whoIsThere = (): Promise<Session | null> => queryClient.ensureQueryData(sessionQuery).catch(() => null)

export const useSession = () => useQuery(sessionQuery)

export const currentSession = (): Session | null => queryClient.getQueryData(sessionQuery.queryKey) ?? null

/** Of a private page, where somebody is signed in. */
export const useSignedIn = (): Session => {
  const { data } = useSession()
  if (!data) throw new Error('useSignedIn outside of a private page')
  return data
}

/** Login state is set on login, verification and check (AUTH-55), when the texts of the account's language are there. */
export const openSession = async (session: Session): Promise<void> => {
  await adoptLanguage(session.user.settings.locale)
  signedOutOnPurpose = false
  // What nobody was allowed to ask is asked anew.
  queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })
  queryClient.setQueryData(sessionQuery.queryKey, session)
}

/** What is new to the signed-in person, as an answer just told. */
export const noteUnread = (ids: readonly number[]): void => {
  queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, unread_item_ids: [...ids] })
}

/** What the signed-in person changed of themselves. */
export const changeUser = (user: User): void => {
  queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, user })
}

let signedOutOnPurpose = false
/** True after a logout: then the sign-in page does not lead back to where one was. */
export const leftOnPurpose = (): boolean => signedOutOnPurpose

/** Forgets everything about whoever was signed in (AUTH-56, AUTH-57). */
export const endSession = ({ onPurpose }: { onPurpose: boolean }): void => {
  signedOutOnPurpose = onPurpose
  disconnectRealtime()
  queryClient.setQueryData(sessionQuery.queryKey, null)
  queryClient.removeQueries({ predicate: ({ queryKey }) => !ABOUT_NOBODY.has(queryKey[0]) })
}

/** Ends the session whenever any call learns that it is over (ERR-01, ERR-02). */
export const watchSession = (): (() => void) =>
  onApiError(({ code }) => {
    if (ENDED.includes(code)) {
      if (!currentSession()) return
      endSession({ onPurpose: false })
      toast.error(i18next.t('sessionExpired'))
    } else if (code === 'E_USER_DISABLED') {
      endSession({ onPurpose: false })
      toast.error(i18next.t('accountDisabled'))
    }
  })
