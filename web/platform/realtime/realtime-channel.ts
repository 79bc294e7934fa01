/** Receives every message of a channel, and the success (`SUBSCRIBED`) or failure (`FAILED`) of its subscription. */
export type MessageListener = (event: string, data: unknown) => void

export const SUBSCRIBED = 'pusher:subscription_succeeded'
/** The data has the HTTP status of the refusal; 0 without an answer. */
export const FAILED = 'pusher:subscription_error'

/**
 * `idle`: without a connection, or refused. `authorising`: the server is asked for a signature. `requested`: the
 * signature was sent on the socket.
 */
export type SubscriptionState = 'idle' | 'authorising' | 'requested' | 'subscribed'

/** A channel of the connection. It lives until it is unsubscribed, across reconnections. */
export class RealtimeChannel {
  readonly name: string
  state: SubscriptionState = 'idle'
  readonly #listeners = new Set<MessageListener>()

  constructor(name: string) {
    this.name = name
  }

  get subscribed(): boolean {
    return this.state === 'subscribed'
  }

  /** Returns the function that removes the listener. */
  listen(listener: MessageListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  emit(event: string, data: unknown): void {
    for (const listener of this.#listeners) listener(event, data)
  }
}
