// Browser history for the router, with a guard: leaving a page with unsaved work needs confirmation. Links and
// redirects are held back. A back navigation has already happened when its event arrives, so it is reverted without a
// visible change and repeated after confirmation. See docs/decisions/0016-leaving-with-unsaved-work.md.
import type { To } from 'react-router'
import { parsePath, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { isLeavingGuarded, leaveThen } from './leave-guard.ts'

const history = createBrowserHistory({ v5Compat: true })

/** The router stores the index of each entry in its state. */
const indexOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : null

// The router's position; during a back navigation the browser is already elsewhere.
let index = indexOf(globalThis.history.state) ?? 0
let pathname = globalThis.location.pathname
let isUnseen = false
let isAgreed = false

const settle = (): void => {
  index = indexOf(globalThis.history.state) ?? index
  ;({ pathname } = globalThis.location)
}

const leaves = (to: To): boolean => {
  const goal = typeof to === 'string' ? parsePath(to) : to
  return goal.pathname !== undefined && goal.pathname !== pathname
}

/** Changes within a page (its query) need no confirmation. */
const through = (to: To, go: () => void): void => {
  const goAndSettle = () => {
    go()
    settle()
  }
  if (leaves(to)) leaveThen(goAndSettle)
  else goAndSettle()
}

globalThis.addEventListener(
  'popstate',
  (event) => {
    if (isUnseen) {
      isUnseen = false
      event.stopImmediatePropagation()
      return
    }
    if (isAgreed || !isLeavingGuarded() || globalThis.location.pathname === pathname) {
      isAgreed = false
      settle()
      return
    }
    event.stopImmediatePropagation()
    const steps = (indexOf(event.state) ?? index - 1) - index
    isUnseen = true
    globalThis.history.go(-steps)
    leaveThen(() => {
      isAgreed = true
      globalThis.history.go(steps)
    })
  },
  // Runs before the router's own listener.
  { capture: true },
)

export const guardedHistory = {
  read: () => ({ action: history.action, location: history.location }),
  listen: (listener: () => void): (() => void) => history.listen(listener),
  navigator: {
    createHref: (to: To) => history.createHref(to),
    encodeLocation: (to: To) => history.encodeLocation(to),
    go: (delta: number) => history.go(delta),
    push: (to: To, state?: unknown) => through(to, () => history.push(to, state)),
    replace: (to: To, state?: unknown) => through(to, () => history.replace(to, state)),
  },
}
