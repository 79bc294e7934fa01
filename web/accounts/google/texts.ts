export const ja = {
  title: '{name}でログイン',
  working: 'ログインしています。しばらくお待ちください...',
  failed: '{name}でログインできませんでした',
  appTitle: 'デスクトップアプリを開きます',
  appText: 'デスクトップアプリでログインを続けてください。',
  openApp: 'アプリを開く',
  toLogin: 'ログイン画面へ',
}

export const en: typeof ja = {
  title: 'Login with {name}',
  working: 'Signing you in, please wait...',
  failed: 'Could not login with {name}',
  appTitle: 'Opening the desktop app',
  appText: 'Please continue in the desktop app.',
  openApp: 'Open the app',
  toLogin: 'Go to login',
}
