// A component with unsaved work may ask before the page is left. There is at most one guard and one question at a time.

type Ask = (go: () => void) => void

let asking: Ask | null = null

/** Registers `ask` as guard: it calls `go` when the user agrees to leave. Returns the function that removes it. */
export const guardLeaving = (ask: Ask): (() => void) => {
  asking = ask
  return () => {
    if (asking === ask) asking = null
  }
}

export const isLeavingGuarded = (): boolean => asking !== null

/** Calls `go` immediately, or after the user has agreed. */
export const leaveThen = (go: () => void): void => {
  if (asking) asking(go)
  else go()
}
