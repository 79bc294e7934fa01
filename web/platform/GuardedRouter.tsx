import { type ReactNode, startTransition, useLayoutEffect, useMemo, useState } from 'react'
import { Router } from 'react-router'
import { guardedHistory } from './guarded-history.ts'

/** The browser router. It asks for confirmation before leaving a page with unsaved work. */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const [{ action, location, entry }, setLocation] = useState(guardedHistory.read)
  const navigator = useMemo(() => guardedHistory.navigatorOf(entry), [entry])
  useLayoutEffect(() => guardedHistory.listen(() => startTransition(() => setLocation(guardedHistory.read()))), [])
  return (
    <Router location={location} navigationType={action} navigator={navigator}>
      {children}
    </Router>
  )
}
