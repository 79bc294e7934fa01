import type { Locale } from '@kaiwa/contract/fields.ts'
import { useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { call } from './call.ts'
import { chooseLanguage } from './language.ts'
import { currentSession } from './session.ts'

export const THEMES = ['light', 'dark', 'auto'] as const
export type ThemeChoice = (typeof THEMES)[number]

// The device stores the choice; the account is updated too, for other devices and emails.
function remember(settings: { locale: Locale } | { theme: ThemeChoice }): void {
  if (currentSession()) void call('updateSettings', { body: { settings } }).catch(() => undefined)
}

/** Language and theme with their setters. */
export function useDisplaySettings() {
  const { i18n } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return {
    locale: i18n.language === 'en' ? 'en' : 'ja',
    chooseLocale: async (locale: Locale) => {
      if (await chooseLanguage(locale)) remember({ locale })
    },
    theme: colorScheme,
    chooseTheme: (theme: ThemeChoice) => {
      setColorScheme(theme)
      remember({ theme })
    },
  }
}
