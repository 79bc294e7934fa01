// A component with unsaved work may ask before the page is left. There is at most one guard and one question at a time.

type Ask = (go: () => void) => void

let guard: Ask | null = null

/** Registers `ask` as guard: it calls `go` when the user agrees to leave. Returns the function that removes it. */
export function guardLeaving(ask: Ask): () => void {
  guard = ask
  return () => {
    if (guard === ask) guard = null
  }
}

export function isLeavingGuarded(): boolean {
  return guard !== null
}

/** Calls `go` immediately, or after the user has agreed. */
export function confirmLeaving(go: () => void): void {
  if (guard) guard(go)
  else go()
}
