import { useCallback, useEffect, useState } from 'react'
import { listDevices, watchDevices } from '../capture/devices.ts'

type Devices = Awaited<ReturnType<typeof listDevices>>

/** The devices of this computer, also after one was plugged in. Call `refresh` after a permission was given: only then they have names. */
export function useDevices(): Devices & { refresh: () => void } {
  const [devices, setDevices] = useState<Devices>({ microphones: [], cameras: [] })
  const refresh = useCallback(() => void listDevices().then(setDevices), [])
  useEffect(() => {
    refresh()
    return watchDevices(refresh)
  }, [refresh])
  return { ...devices, refresh }
}
