import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { THEMES, useDisplaySettings } from '../platform/use-display-settings.ts'
import type { ThemeChoice } from '../platform/use-display-settings.ts'
import styles from './DisplaySwitches.module.css'

const ICONS = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }
const LABELS = { light: 'themeLight', dark: 'themeDark', auto: 'themeAuto' } as const

function after(theme: ThemeChoice): ThemeChoice {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto'
}

/** Language and theme for signed-out users: two plain buttons, so that the first page stays small. */
export function DisplaySwitches() {
  const { t } = useTranslation()
  const { locale, chooseLocale, theme, chooseTheme } = useDisplaySettings()
  const Icon = ICONS[theme]
  const other = locale === 'ja' ? 'en' : 'ja'
  return (
    <div className={styles.switches}>
      <UnstyledButton className={styles.language} lang={other} onClick={() => chooseLocale(other)}>
        {other === 'en' ? t('english') : t('japanese')}
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`${t('theme')}: ${t(LABELS[theme])}`}
        title={`${t('theme')}: ${t(LABELS[theme])}`}
        onClick={() => chooseTheme(after(theme))}
      >
        <Icon size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
