import { networkOf } from './network-of.ts'

export type SlotLimits = { perAddress: number; total: number }

/** Gives one slot to a caller, or null when all are taken. The function that is returned frees the slot; it may be called twice. */
export type TakeSlot = (address: string) => (() => void) | null

/** Counts what the callers of each network (`networkOf`) hold at the same moment. */
export const openSlots = ({ perAddress, total }: SlotLimits): TakeSlot => {
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
