import type { ja } from './texts.ja.ts'

export const en: typeof ja = {
  title: 'Log in with {name}',
  working: 'Signing you in, please wait...',
  failed: 'Could not login with {name}',
  appTitle: 'Opening the desktop app',
  appText: 'Please continue in the desktop app.',
  openApp: 'Open the app',
  toLogin: 'Go to login',
}
