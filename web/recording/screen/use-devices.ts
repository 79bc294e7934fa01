import { useEffect, useState } from 'react'
import { listDevices, watchDevices } from '../capture/devices.ts'

type Devices = Awaited<ReturnType<typeof listDevices>>

/** The devices of this computer, also after one was plugged in. Call `refresh` after a permission was given: only then they have names. */
export function useDevices(): Devices & { refresh: () => void } {
  const [devices, setDevices] = useState<Devices>({ microphones: [], cameras: [] })
  const [count, setCount] = useState(0)
  const refresh = () => setCount((known) => known + 1)
  useEffect(() => watchDevices(() => setCount((known) => known + 1)), [])
  useEffect(() => {
    let left = false
    void listDevices().then((found) => left || setDevices(found))
    return () => {
      left = true
    }
  }, [count])
  return { ...devices, refresh }
}
