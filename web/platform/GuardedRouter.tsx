import { startTransition, useLayoutEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Router } from 'react-router'
import { guardedHistory } from './guarded-history.ts'

/** The browser router. It asks for confirmation before leaving a page with unsaved work. */
export const GuardedRouter = ({ children }: { children: ReactNode }) => {
  const [{ action, location }, setPlace] = useState(guardedHistory.read)
  useLayoutEffect(() => guardedHistory.listen(() => startTransition(() => setPlace(guardedHistory.read()))), [])
  return (
    <Router location={location} navigationType={action} navigator={guardedHistory.navigator}>
      {children}
    </Router>
  )
}
