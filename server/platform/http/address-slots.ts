import { networkOf } from './network-of.ts'

export interface SlotLimits {
  perAddress: number
  total: number
}

/** Returns a function that frees the slot and may be called twice, or null when all slots are taken. */
export type TakeSlot = (address: string) => (() => void) | null

/** Limits how many slots the callers of each network (`networkOf`) hold at the same time. */
export function openSlots({ perAddress, total }: SlotLimits): TakeSlot {
  const taken = new Map<string, number>()
  let sum = 0
  return (address) => {
    const network = networkOf(address)
    const count = taken.get(network) ?? 0
    if (count >= perAddress || sum >= total) return null
    taken.set(network, count + 1)
    sum += 1
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      sum -= 1
      const left = (taken.get(network) ?? 1) - 1
      if (left > 0) taken.set(network, left)
      else taken.delete(network)
    }
  }
}
