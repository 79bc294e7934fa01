import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { useSignedIn } from './session.ts'

const DEVICE_KEY = 'mantine-color-scheme-value'

/** The account's theme holds on a device where none was chosen. */
export const useAccountTheme = (): void => {
  const { settings } = useSignedIn().user
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (settings.theme !== 'auto' && localStorage.getItem(DEVICE_KEY) === null) setColorScheme(settings.theme)
  }, [settings.theme, setColorScheme])
}
