import type { ja } from './texts.ja.ts'

export const en: typeof ja = {
  title: 'Log in with {name}',
  working: 'Signing you in, please wait...',
  failed: 'Could not login with {name}',
  appTitle: 'Opening the app',
  appText: 'Please continue in the app.',
  toLogin: 'Go to login',
}
