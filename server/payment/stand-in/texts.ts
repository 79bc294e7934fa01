// The texts of the stand-in's pages, in both languages.
import type { TestCard } from './cards.ts'

export type PageLocale = 'ja' | 'en'

const ja = {
  trial: 'お試し環境です。実際の請求は行われません。',
  setup: 'カードの登録',
  payment: 'お支払い',
  amount: (yen: string) => `お支払い金額：${yen}（税込）`,
  chooseCard: 'テストカード',
  register: '登録する',
  pay: '支払う',
  back: 'キャンセルして戻る',
  confirmTitle: '本人認証',
  confirmText: 'カード会社による本人認証の画面です（お試し）。',
  confirm: '認証する',
  refuse: '認証しない',
  ended: 'このページの有効期限が切れています。元の画面に戻り、もう一度お手続きください。',
  portal: 'カードの管理',
  cards: '登録済みのカード',
  noCards: '登録されているカードはありません。',
  isDefault: '（請求に使用）',
  useCard: '請求に使用する',
  removeCard: '削除する',
  addCard: 'カードを追加する',
  leave: '戻る',
  errors: {
    card_declined: 'カードが拒否されました。別のカードをお試しください。',
    insufficient_funds: '残高が不足しています。別のカードをお試しください。',
    incorrect_number: 'テストカードを選択してください。',
    refused: '本人認証が完了しませんでした。もう一度お試しください。',
  },
}

type Texts = typeof ja

const en: Texts = {
  trial: 'This is a trial. Nothing is charged.',
  setup: 'Register a card',
  payment: 'Payment',
  amount: (yen) => `Amount: ${yen} including tax`,
  chooseCard: 'Test card',
  register: 'Register',
  pay: 'Pay',
  back: 'Cancel and go back',
  confirmTitle: 'Confirm with your bank',
  confirmText: 'This is where your bank would ask you to confirm (trial).',
  confirm: 'Confirm',
  refuse: 'Do not confirm',
  ended: 'This page has expired. Please go back and start again.',
  portal: 'Manage cards',
  cards: 'Registered cards',
  noCards: 'No cards are registered.',
  isDefault: ' (used for payments)',
  useCard: 'Use for payments',
  removeCard: 'Remove',
  addCard: 'Add a card',
  leave: 'Go back',
  errors: {
    card_declined: 'The card was declined. Please try another card.',
    insufficient_funds: 'The card has insufficient funds. Please try another card.',
    incorrect_number: 'Please choose a test card.',
    refused: 'The payment was not confirmed. Please try again.',
  },
}

export const pageTexts: Record<PageLocale, Texts> = { ja, en }
export type PageError = keyof Texts['errors']

const answers: Record<PageLocale, Record<'ok' | 'declined' | 'funds' | 'asks' | 'later', string>> = {
  ja: {
    ok: '成功',
    declined: '拒否',
    funds: '残高不足',
    asks: '本人認証が必要（月末の請求時にも必要）',
    later: '登録は成功、月末の請求は拒否',
  },
  en: {
    ok: 'succeeds',
    declined: 'declined',
    funds: 'insufficient funds',
    asks: 'authentication required (also when charged later)',
    later: 'can be registered, declined when charged later',
  },
}

/** The effect of a test card. */
export function cardLabel(locale: PageLocale, { present, later }: TestCard): string {
  const texts = answers[locale]
  if (present === 'asks') return texts.asks
  if (present === 'card_declined') return texts.declined
  if (present === 'insufficient_funds') return texts.funds
  return later === 'succeeds' ? texts.ok : texts.later
}
