// The texts of the stand-in's pages, in both languages.

export type PageLocale = 'ja' | 'en'

const ja = {
  trial: 'お試し環境です。HubSpotの代わりに動作し、データは外部に送信されません。',
  authorizeTitle: 'HubSpotとの連携（お試し）',
  authorizeText: (portal: string) => `Kaiwaが「${portal}」の次の情報を利用することを許可しますか？`,
  scopes: '許可する内容',
  scope: {
    oauth: 'アカウントの基本情報の表示',
    'crm.objects.deals.read': '取引の表示',
    'crm.objects.deals.write': '取引の変更',
    'crm.schemas.deals.read': '取引のプロパティとパイプラインの表示',
  } as Readonly<Record<string, string>>,
  agree: 'アプリを連携',
  refuse: 'キャンセル',
  wrongRequest: 'このリンクは正しくありません。元の画面に戻り、もう一度お試しください。',
  dealsTitle: '取引の一覧（お試し）',
  search: '取引名で検索',
  searchButton: '検索',
  noDeals: '取引が見つかりません。',
  name: '取引名',
  stage: 'ステージ',
  amount: '金額',
  updated: '更新日時',
  allDeals: '取引の一覧へ',
  noDeal: 'この取引は見つかりません。削除された可能性があります。',
  empty: '（値なし）',
  changeTitle: '値を変更する',
  property: 'プロパティ',
  value: '値',
  save: '保存',
  saved: '保存しました。',
  refused: (message: string) => `保存できませんでした：${message}`,
}

export type PageTexts = typeof ja

const en: PageTexts = {
  trial: 'This is a trial environment. It takes the place of HubSpot; no data leaves this installation.',
  authorizeTitle: 'Connect to HubSpot (trial)',
  authorizeText: (portal) => `Allow Kaiwa to use the following of “${portal}”?`,
  scopes: 'What is allowed',
  scope: {
    oauth: 'See basic details of the account',
    'crm.objects.deals.read': 'See deals',
    'crm.objects.deals.write': 'Change deals',
    'crm.schemas.deals.read': 'See properties and pipelines of deals',
  },
  agree: 'Connect app',
  refuse: 'Cancel',
  wrongRequest: 'This link is not correct. Go back and try again.',
  dealsTitle: 'Deals (trial)',
  search: 'Search for a deal name',
  searchButton: 'Search',
  noDeals: 'No deals found.',
  name: 'Deal name',
  stage: 'Stage',
  amount: 'Amount',
  updated: 'Updated',
  allDeals: 'All deals',
  noDeal: 'This deal was not found. It may have been deleted.',
  empty: '(no value)',
  changeTitle: 'Change a value',
  property: 'Property',
  value: 'Value',
  save: 'Save',
  saved: 'Saved.',
  refused: (message) => `Not saved: ${message}`,
}

export const pageTexts: Readonly<Record<PageLocale, PageTexts>> = { ja, en }

/** Japanese, unless the browser prefers English. */
export function localeOf(acceptLanguage: string | undefined): PageLocale {
  const languages = (acceptLanguage ?? '').toLowerCase().split(',')
  const first = languages.find((language) => /^\s*(ja|en)\b/.test(language))
  return first?.trim().startsWith('en') ? 'en' : 'ja'
}
