import type { EditSession } from '@kaiwa/editor'
import { useMemo, useSyncExternalStore } from 'react'
import { derive } from './derived.ts'
import type { Reading } from './derived.ts'

/** A reading of the session's document; `reading` is made once, and answers the same object for what is the same. */
export function useDerived<T>(session: EditSession, reading: Reading<T>): T {
  const derived = useMemo(() => derive(session, reading), [session, reading])
  return useSyncExternalStore(derived.subscribe, derived.get)
}
