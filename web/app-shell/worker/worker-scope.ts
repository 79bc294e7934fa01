// The parts of a service worker's global scope that are used here. TypeScript's own types for workers exclude those of pages.

export interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}

interface WindowClient {
  postMessage: (message: unknown, transfer: Transferable[]) => void
}

interface Events {
  install: ExtendableEvent
  activate: ExtendableEvent
  fetch: FetchEvent
}

export interface WorkerScope {
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly WindowClient[]>
  }
  skipWaiting: () => Promise<void>
  addEventListener: <K extends keyof Events>(type: K, listener: (event: Events[K]) => void) => void
}
