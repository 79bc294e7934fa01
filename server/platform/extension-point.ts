// A lower layer cannot import a higher one (server/layers.ts). What it needs from there it declares as an extension point
// or a hook, and server/wiring.ts connects the implementation. Every program that runs domain code loads the wiring.

export interface ExtensionPoint<T> {
  provide: (implementation: T) => void
  /** Throws if nothing was provided. */
  get: () => T
}

/** One implementation, provided by a higher layer. `name` appears in the error if it is missing. */
export function extensionPoint<T>(name: string): ExtensionPoint<T> {
  let provided: { implementation: T } | undefined
  return {
    provide: (implementation) => {
      provided = { implementation }
    },
    get: () => {
      if (!provided) throw new Error(`nothing provides '${name}': load server/wiring.ts first`)
      return provided.implementation
    },
  }
}

export interface Hook<Arguments extends unknown[]> {
  /** A second listener of the same name replaces the first. */
  add: (name: string, listener: (...values: Arguments) => Promise<void>) => void
  /** Runs all listeners one after another, in the order in which they were added. The first error stops the run. */
  run: (...values: Arguments) => Promise<void>
  /** Starts all listeners, so that their statements share a wait in a pipelined transaction. */
  runTogether: (...values: Arguments) => Promise<void>
}

/** Any number of listeners, which run inside the caller's transaction. For work after the commit, publish an event. */
export function hook<Arguments extends unknown[]>(): Hook<Arguments> {
  const listeners = new Map<string, (...values: Arguments) => Promise<void>>()
  return {
    add: (name, listener) => {
      listeners.set(name, listener)
    },
    run: async (...values) => {
      for (const listener of listeners.values()) await listener(...values)
    },
    runTogether: async (...values) => {
      await Promise.all([...listeners.values()].map((listener) => listener(...values)))
    },
  }
}
