// Whoever holds unsaved work may ask before the page is left. There is one such place at a time, and one question.

type Ask = (go: () => void) => void

let asking: Ask | null = null

/** From now on `ask` decides about leaving: it calls `go` when the person wants to. Answers how to stop. */
export const guardLeaving = (ask: Ask): (() => void) => {
  asking = ask
  return () => {
    if (asking === ask) asking = null
  }
}

export const isLeavingGuarded = (): boolean => asking !== null

/** Goes at once, or when the person has agreed. */
export const leaveThen = (go: () => void): void => {
  if (asking) asking(go)
  else go()
}
