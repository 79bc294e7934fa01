// Browser history for the router, with a guard: leaving a page with unsaved work needs confirmation. Links and
// redirects are held back. A back navigation has already happened when its event arrives, so it is reverted without a
// visible change and repeated after confirmation. See docs/decisions/0016-leaving-with-unsaved-work.md.
// A replacement belongs to the entry for which its page was rendered. A redirect runs after its page is shown, and a late
// answer even later: if the user has opened another entry in between, that entry is kept.
import type { To } from 'react-router'
import {
  parsePath,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createHashHistory as createHashHistory,
} from 'react-router'
import { isLeavingGuarded, confirmLeaving } from './leave-guard.ts'
import { moveIntoHash, pageAddress } from './page-address.ts'

if (import.meta.env.MODE === 'token') moveIntoHash()
const history =
  import.meta.env.MODE === 'token' ? createHashHistory({ v5Compat: true }) : createBrowserHistory({ v5Compat: true })

/** The router stores the index of each entry in its state. */
function indexOf(state: unknown): number | null {
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : null
}

// The router's position; during a back navigation the browser is already elsewhere.
let index = indexOf(globalThis.history.state) ?? 0
let { pathname } = pageAddress()
let isReverting = false
let isConfirmed = false
/** Changes with each new entry and each back or forward navigation; a replacement keeps it. */
let entry = 0

function updatePosition(): void {
  index = indexOf(globalThis.history.state) ?? index
  ;({ pathname } = pageAddress())
}

function leaves(to: To): boolean {
  const target = typeof to === 'string' ? parsePath(to) : to
  return target.pathname !== undefined && target.pathname !== pathname
}

/** Changes within a page (its query) need no confirmation. */
function guard(to: To, go: () => void): void {
  const goAndUpdate = () => {
    go()
    updatePosition()
  }
  if (leaves(to)) confirmLeaving(goAndUpdate)
  else goAndUpdate()
}

globalThis.addEventListener(
  'popstate',
  (event) => {
    if (isReverting) {
      isReverting = false
      event.stopImmediatePropagation()
      return
    }
    if (isConfirmed || !isLeavingGuarded() || pageAddress().pathname === pathname) {
      isConfirmed = false
      entry++
      updatePosition()
      return
    }
    event.stopImmediatePropagation()
    const steps = (indexOf(event.state) ?? index - 1) - index
    isReverting = true
    globalThis.history.go(-steps)
    confirmLeaving(() => {
      isConfirmed = true
      globalThis.history.go(steps)
    })
  },
  // Runs before the router's own listener.
  { capture: true },
)

function push(to: To, state?: unknown): void {
  guard(to, () => {
    // The listeners read it during `push`.
    entry++
    history.push(to, state)
  })
}

export const guardedHistory = {
  read: () => ({ action: history.action, location: history.location, entry }),
  listen: (listener: () => void): (() => void) => history.listen(listener),
  push,
  /** The navigator of a page that was rendered for an entry. */
  navigatorOf: (rendered: number) => ({
    createHref: (to: To) => history.createHref(to),
    encodeLocation: (to: To) => history.encodeLocation(to),
    go: (delta: number) => history.go(delta),
    push,
    replace: (to: To, state?: unknown) => {
      if (entry === rendered) guard(to, () => history.replace(to, state))
    },
  }),
}
