import type { Settings } from '@kaiwa/contract/accounts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { sessionQuery, useSignedIn } from './session.ts'

/**
 * An account setting and its setter. The page changes immediately and the account is updated in the background; if that
 * fails, the choice lasts until the page is reloaded.
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
