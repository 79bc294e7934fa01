// The session of the signed-in user; only this module ends it. The session is an entry of the query cache: null means
// signed out, undefined not loaded yet. The folder tree is a separate entry.
import type { Identity, Session, User } from '@kaiwa/contract/accounts.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import i18next from 'i18next'
import { createContext, useContext } from 'react'
import { codeOf } from './api-error.ts'
import { localStore } from './browser-storage.ts'
import { call, onApiError } from './call.ts'
import { adoptLanguage } from './language.ts'
import { queryClient } from './query-client.ts'
import { SHARED_CACHE } from './shared-cache-name.ts'
import { dismissToasts, toast } from './toasts.ts'
import { forgetToken } from './token-mode.ts'
import { treeQuery } from './tree-query.ts'

// Query keys kept after sign-out.
const KEPT_AFTER_SIGN_OUT = new Set<unknown>(['session', 'client-config'])
const ENDED = ['E_NO_ACCESS_TOKEN', 'E_INVALID_ACCESS_TOKEN']

/**
 * The id of the user while signed in. Only then is data of private pages requested before the session is known. Without
 * network it selects the recordings and drafts to list.
 */
const SIGNED_IN = 'kaiwa.signed-in'

export function wasSignedIn(): boolean {
  return localStore.read(SIGNED_IN) !== null
}

/** The id of the user who was signed in when the server was last reached; null without one. */
export function lastUserId(): number | null {
  return Number(localStore.read(SIGNED_IN)) || null
}

function remember(userId: number | null): void {
  localStore.write(SIGNED_IN, userId === null ? null : String(userId))
}

/**
 * Returns null for a visitor, without a failing request. If a user was signed in here, `checkSession` reports why their
 * session ended.
 */
async function readSession(signal: AbortSignal): Promise<Identity | null> {
  if (!wasSignedIn()) return (await call('findSession', {}, { signal })).identity
  try {
    return await call('checkSession', {}, { signal })
  } catch (error) {
    const code = codeOf(error)
    if (code !== null && (ENDED.includes(code) || code === 'E_USER_DISABLED')) return null
    throw error
  }
}

async function findSession(signal: AbortSignal): Promise<Identity | null> {
  const session = await readSession(signal)
  remember(session?.user.id ?? null)
  if (session) await adoptLanguage(session.user.settings.locale)
  return session
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => findSession(signal),
  staleTime: Infinity,
  gcTime: Infinity,
})

/** The current session, loaded once unless that failed; null when signed out or when the server is unreachable. */
export function loadSession(): Promise<Identity | null> {
  return queryClient.ensureQueryData(sessionQuery).catch(() => null)
}

export function useSession() {
  return useQuery(sessionQuery)
}

export function currentSession(): Identity | null {
  return queryClient.getQueryData(sessionQuery.queryKey) ?? null
}

/**
 * The identity of a private page, provided by the gate that decides whether the page is shown. A part of the page that
 * renders between the end of the session and the gate's next render keeps the identity that the page was shown with.
 */
export const SignedIn = createContext<Identity | null>(null)

/** For private pages, where a user is signed in. */
export function useSignedIn(): Identity {
  const identity = useContext(SignedIn)
  if (!identity) throw new Error('useSignedIn outside of a private page')
  return identity
}

/**
 * Sets the login state on login, verification and check (AUTH-55), after the texts of the account's language are
 * loaded.
 */
export async function openSession(session: Identity | Session): Promise<void> {
  const { language } = i18next
  await adoptLanguage(session.user.settings.locale)
  remember(session.user.id)
  signedOutOnPurpose = false
  // Queries refused before sign-in are requested again.
  queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })
  const { user, roles, is_set_password, is_hubspot_connected } = session
  if ('all_items' in session) {
    const { all_items, project_ids_with_owner, shared_folder_ids, unread_item_ids } = session
    queryClient.setQueryData(treeQuery.queryKey, {
      all_items,
      project_ids_with_owner,
      shared_folder_ids,
      unread_item_ids,
    })
    // The answer has the names of the language before.
    if (i18next.language !== language) void queryClient.invalidateQueries(treeQuery)
  } else {
    // Loaded before the session is shown, so that no page sees the tree of earlier rights. Private pages retry a failure.
    await queryClient.fetchQuery({ ...treeQuery, staleTime: 0 }).catch(() => undefined)
  }
  const identity: Identity = { user, roles, is_set_password, is_hubspot_connected }
  queryClient.setQueryData(sessionQuery.queryKey, identity)
}

/** Updates the user after a change to their own data. */
export function changeUser(user: User): void {
  queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, user })
}

interface SessionEnd {
  /** False: it has expired, or the account was disabled. */
  onPurpose: boolean
}

const resets: ((end: SessionEnd) => void)[] = []

/** Registers a reset of client state outside of the query cache, which runs when the session ends (AUTH-57). */
export function onSessionEnd(reset: (end: SessionEnd) => void): void {
  resets.push(reset)
}

let signedOutOnPurpose = false

/** True after a logout: the sign-in page then does not redirect to the previous page. */
export function hasSignedOut(): boolean {
  return signedOutOnPurpose
}

/** Removes all data of the signed-in user (AUTH-56, AUTH-57). */
export function endSession({ onPurpose }: SessionEnd): void {
  signedOutOnPurpose = onPurpose
  if (import.meta.env.MODE === 'token') forgetToken()
  remember(null)
  dismissToasts()
  for (const reset of resets) reset({ onPurpose })
  // Shared files wait for the person who signs out, on any page.
  void globalThis.caches?.delete(SHARED_CACHE).catch(() => undefined)
  // A check of the session that is under way may have been answered before its end.
  void queryClient.cancelQueries({ queryKey: sessionQuery.queryKey }, { revert: false, silent: true })
  queryClient.setQueryData(sessionQuery.queryKey, null)
  queryClient.removeQueries({ predicate: ({ queryKey }) => !KEPT_AFTER_SIGN_OUT.has(queryKey[0]) })
}

/** Query keys of answers without translated names. */
const WITHOUT_NAMES = new Set<unknown>(['session', 'client-config', 'waveform'])

/** Requests data again when the language changes: answers contain names of the product in the reader's language. */
export function followNames(): void {
  i18next.on('languageChanged', () => {
    const hasNames = ({ queryKey }: { queryKey: QueryKey }) => !WITHOUT_NAMES.has(queryKey[0])
    queryClient.removeQueries({ type: 'inactive', predicate: hasNames })
    // An open transcript is large and may be edited: its page requests the speakers instead.
    void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'transcript' && hasNames(query) })
  })
}

/** Ends the session when a call reports that it has ended (ERR-01, ERR-02). */
export function watchSession(): () => void {
  return onApiError(({ code }) => {
    if (ENDED.includes(code)) {
      if (!currentSession()) return
      endSession({ onPurpose: false })
      toast.error(i18next.t('sessionExpired'))
    } else if (code === 'E_USER_DISABLED') {
      endSession({ onPurpose: false })
      toast.error(i18next.t('accountDisabled'))
    }
  })
}
