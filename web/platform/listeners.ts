interface Listeners {
  /** Adds a listener; returns the function that removes it. For `useSyncExternalStore`. */
  subscribe: (listener: () => void) => () => void
  /** Calls all listeners. */
  notify: () => void
}

/** The listeners of a state outside of React. */
export function makeListeners(): Listeners {
  const listeners = new Set<() => void>()
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify: () => {
      for (const listener of listeners) listener()
    },
  }
}
