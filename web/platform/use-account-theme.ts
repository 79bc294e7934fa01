import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { useSignedIn } from './session.ts'

const DEVICE_KEY = 'mantine-color-scheme-value'

/** Applies the account's theme unless one was chosen on this device. */
export const useAccountTheme = (): void => {
  const { settings } = useSignedIn().user
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (settings.theme !== 'auto' && localStorage.getItem(DEVICE_KEY) === null) setColorScheme(settings.theme)
  }, [settings.theme, setColorScheme])
}
