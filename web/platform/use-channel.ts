import type { Channel as ChannelName } from '@kaiwa/contract/channels.ts'
import type { RealtimeMessages } from '@kaiwa/contract/events.ts'
import type { Channel } from 'pusher-js'
import { useEffect, useRef } from 'react'
import { openRealtime } from './realtime-socket.ts'
import type { Socket } from './realtime-socket.ts'
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
}

// Several components may use one channel; the last one to unmount unsubscribes.
const listeners = new Map<string, number>()

const FAILED = 'pusher:subscription_error'

/** Channels whose subscription failed, and their retry timers. */
const retries = new Map<string, { timer: ReturnType<typeof setTimeout>; failures: number }>()

function forgetRetry(name: string): void {
  clearTimeout(retries.get(name)?.timer)
  retries.delete(name)
}

function scheduleRetry(pusher: Socket, name: string, failure: { status?: number }): void {
  const failures = (retries.get(name)?.failures ?? 0) + 1
  forgetRetry(name)
  const wait = subscriptionRetryDelay(failure, failures)
  if (wait !== null) retries.set(name, { timer: setTimeout(() => pusher.subscribe(name), wait), failures })
}

function leave(pusher: Socket, name: string): void {
  const left = (listeners.get(name) ?? 1) - 1
  listeners.set(name, left)
  if (left > 0) return
  listeners.delete(name)
  forgetRetry(name)
  pusher.channel(name).unbind(FAILED)
  pusher.unsubscribe(name)
}

function enter(pusher: Socket, name: string): Channel {
  const before = listeners.get(name) ?? 0
  listeners.set(name, before + 1)
  const channel = pusher.subscribe(name)
  if (before > 0) return channel
  return channel.bind(FAILED, (failure: { status?: number }) => scheduleRetry(pusher, name, failure))
}

/**
 * Subscribes to a private channel (`folderChannel(7)`) while the component is mounted; null subscribes to nothing.
 * Handlers may change on every render. Without a socket the page works without live updates.
 */
export function useChannel(name: ChannelName | null, handlers: ChannelHandlers): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    if (name === null) return undefined
    let left = false
    let stop = (): void => undefined
    const listen = (pusher: Socket): void => {
      if (left) return
      const channel = enter(pusher, name)
      let wasSubscribed = channel.subscribed
      const handle = (event: string, data: unknown): void => {
        // Messages before a successful subscription are lost, as in an interruption.
        if (event === FAILED) wasSubscribed = true
        if (event === 'pusher:subscription_succeeded') {
          forgetRetry(name)
          if (wasSubscribed) latest.current.onResubscribed?.()
          else latest.current.onSubscribed?.()
          wasSubscribed = true
          return
        }
        const handler = latest.current[event as keyof RealtimeMessages] as ((payload: unknown) => void) | undefined
        handler?.(data)
      }
      channel.bind_global(handle)
      if (wasSubscribed) latest.current.onSubscribed?.()
      stop = () => {
        channel.unbind_global(handle)
        leave(pusher, name)
      }
    }
    openRealtime().then(listen, () => undefined)
    return () => {
      left = true
      stop()
    }
  }, [name])
}
