import { useState } from 'react'
import { localStore } from '../platform/browser-storage.ts'

interface Bounds {
  initial: number
  min: number
  max: number
}

/** A width in pixels, stored on this device under `key`. */
export function useRememberedWidth(key: string, { initial, min, max }: Bounds) {
  const clamp = (width: number): number => Math.round(Math.min(max, Math.max(min, width)))
  const [width, setWidth] = useState(() => {
    const stored = Number(localStore.read(key))
    return stored > 0 ? clamp(stored) : initial
  })
  const change = (next: number): void => {
    setWidth(clamp(next))
    localStore.write(key, String(clamp(next)))
  }
  return { width, change, min, max }
}
