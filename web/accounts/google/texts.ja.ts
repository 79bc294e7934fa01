export const ja = {
  title: '{name}でログイン',
  working: 'ログインしています。しばらくお待ちください。',
  failed: '{name}でログインできませんでした',
  appTitle: 'デスクトップアプリを開きます',
  appText: 'デスクトップアプリでログインを続けてください。',
  openApp: 'アプリを開く',
  toLogin: 'ログイン画面へ',
}
