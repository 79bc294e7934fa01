import type { EditSession } from '@kaiwa/editor'
import { useMemo, useSyncExternalStore } from 'react'
import { derive } from './derived.ts'
import type { Reading } from './derived.ts'

/** A cached reading of the document. `reading` must be stable, and return the same object for the same value. */
export function useDerived<T>(session: EditSession, reading: Reading<T>): T {
  const derived = useMemo(() => derive(session, reading), [session, reading])
  return useSyncExternalStore(derived.subscribe, derived.get)
}
