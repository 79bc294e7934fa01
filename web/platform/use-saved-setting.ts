import type { Settings } from '@kaiwa/contract/accounts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { sessionQuery, useSignedIn } from './session.ts'

/**
 * A setting of the account, and how to change it. The page obeys at once; the account follows, and when it cannot be told
 * the page keeps the choice all the same until it is loaded anew.
 */
export function useSavedSetting<K extends keyof Settings>(key: K): [Settings[K], (value: Settings[K]) => void] {
  const client = useQueryClient()
  const { user } = useSignedIn()
  const change = (value: Settings[K]): void => {
    client.setQueryData(
      sessionQuery.queryKey,
      (session) =>
        session && { ...session, user: { ...session.user, settings: { ...session.user.settings, [key]: value } } },
    )
    void call('updateSettings', { body: { settings: { [key]: value } } }).catch(() => undefined)
  }
  return [user.settings[key], change]
}
