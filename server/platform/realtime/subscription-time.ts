import type { Config } from '../config.ts'
import { openSlots } from '../http/address-slots.ts'

/**
 * Starts the time limit in which a socket of this address has to subscribe to a channel; the returned function ends it.
 * Null: too many sockets are waiting.
 */
export type AwaitSubscription = (address: string, onTimeout: () => void) => (() => void) | null

/** One address may use a quarter of the places, so that it cannot block the others. */
const SHARE_PER_ADDRESS = 4

export function openSubscriptionTime({
  maxNewSockets,
  requestSeconds,
}: Pick<Config, 'maxNewSockets' | 'requestSeconds'>): AwaitSubscription {
  const takeSlot = openSlots({ perAddress: Math.ceil(maxNewSockets / SHARE_PER_ADDRESS), total: maxNewSockets })
  return (address, onTimeout) => {
    const free = takeSlot(address)
    if (!free) return null
    const timer = setTimeout(onTimeout, requestSeconds * 1000).unref()
    return () => {
      clearTimeout(timer)
      free()
    }
  }
}
