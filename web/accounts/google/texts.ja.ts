export const ja = {
  title: '{name}でログイン',
  working: 'ログインしています。しばらくお待ちください。',
  failed: '{name}でログインできませんでした',
  appTitle: 'アプリを開きます',
  appText: 'アプリでログインを続けてください。',
  toLogin: 'ログイン画面へ',
}
