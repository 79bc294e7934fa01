import type { Channel as ChannelName } from '@kaiwa/contract/channels.ts'
import type { RealtimeMessages } from '@kaiwa/contract/events.ts'
import { useEffect, useRef } from 'react'
import { openRealtime } from './open-realtime.ts'
import { FAILED, SUBSCRIBED } from './realtime-channel.ts'
import type { RealtimeChannel } from './realtime-channel.ts'
import type { RealtimeClient } from './realtime-client.ts'
import { subscriptionRetryDelay } from './subscription-retry-delay.ts'

export type ChannelHandlers = {
  [E in keyof RealtimeMessages]?: (data: RealtimeMessages[E]) => void
} & {
  /** Called on the first subscription. Events since the page was loaded may be missing. */
  onSubscribed?: () => void
  /**
   * Called when the subscription is restored after an interruption. Messages in between are lost, so reload the data.
   */
  onResubscribed?: () => void
  /** Called when the server refuses the subscription: the right to the channel was lost, or the session has ended. */
  onRefused?: () => void
}

// Several components may use one channel; the last one to unmount unsubscribes.
const listeners = new Map<string, number>()

/** Channels whose subscription failed, and their retry timers. */
const retries = new Map<string, { timer: ReturnType<typeof setTimeout>; failures: number }>()

function isRefusal({ status }: { status?: number }): boolean {
  return status === 401 || status === 403
}

function forgetRetry(name: string): void {
  clearTimeout(retries.get(name)?.timer)
  retries.delete(name)
}

function scheduleRetry(client: RealtimeClient, name: string, failure: { status?: number }): void {
  const failures = (retries.get(name)?.failures ?? 0) + 1
  forgetRetry(name)
  const wait = subscriptionRetryDelay(failure, failures)
  if (wait !== null) retries.set(name, { timer: setTimeout(() => client.subscribe(name), wait), failures })
}

function leave(client: RealtimeClient, name: string): void {
  const left = (listeners.get(name) ?? 1) - 1
  listeners.set(name, left)
  if (left > 0) return
  listeners.delete(name)
  forgetRetry(name)
  client.unsubscribe(name)
}

function enter(client: RealtimeClient, name: string): RealtimeChannel {
  const before = listeners.get(name) ?? 0
  listeners.set(name, before + 1)
  const channel = client.subscribe(name)
  // Removed with the channel.
  if (before === 0)
    channel.listen((event, data) => event === FAILED && scheduleRetry(client, name, data as { status?: number }))
  return channel
}

/**
 * Subscribes to a private channel (`folderChannel(7)`) until the returned function is called. `handlersNow` is called for each
 * message. Without a socket nothing is received.
 */
export function listenToChannel(name: ChannelName, handlersNow: () => ChannelHandlers): () => void {
  let left = false
  let stop = (): void => undefined
  const listen = (client: RealtimeClient): void => {
    if (left) return
    const channel = enter(client, name)
    let wasSubscribed = channel.subscribed
    const handle = (event: string, data: unknown): void => {
      // Messages before a successful subscription are lost, as in an interruption.
      if (event === FAILED) {
        wasSubscribed = true
        if (isRefusal(data as { status?: number })) handlersNow().onRefused?.()
      }
      if (event === SUBSCRIBED) {
        forgetRetry(name)
        if (wasSubscribed) handlersNow().onResubscribed?.()
        else handlersNow().onSubscribed?.()
        wasSubscribed = true
        return
      }
      const handler = handlersNow()[event as keyof RealtimeMessages] as ((payload: unknown) => void) | undefined
      handler?.(data)
    }
    const stopListening = channel.listen(handle)
    if (wasSubscribed) handlersNow().onSubscribed?.()
    stop = () => {
      stopListening()
      leave(client, name)
    }
  }
  openRealtime().then(listen, () => undefined)
  return () => {
    left = true
    stop()
  }
}

/**
 * Subscribes to a private channel while the component is mounted; null subscribes to nothing. Handlers may change on every
 * render. Without a socket the page works without live updates.
 */
export function useChannel(name: ChannelName | null, handlers: ChannelHandlers): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => (name === null ? undefined : listenToChannel(name, () => latest.current)), [name])
}
