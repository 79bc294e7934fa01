// The application of a company for a plan, filled in and sent.
import type { Page } from 'playwright-core'
import type { Locale } from './journey.ts'

const TEXTS = {
  ja: {
    plan: /^プレミアムプラン/,
    payment: { credit_card: /^クレジットカード払い/, monthly: /月払い/ },
    labels: ['会社名', '姓', '名', 'メールアドレス', '電話番号', '郵便番号', '市区町村', '町名・番地'],
    prefecture: '都道府県',
    agree: ['利用規約に同意します', 'プライバシーポリシーに同意します'],
    check: '確認画面へ進む',
    apply: '申し込む',
    completed: 'お申し込みを受け付けました',
  },
  en: {
    plan: /^Premium plan/,
    payment: { credit_card: /^Credit card/, monthly: /^Monthly invoice/ },
    labels: [
      'Company name',
      'Last name',
      'First name',
      'Email address',
      'Phone number',
      'Postal code',
      'City',
      'Street address',
    ],
    prefecture: 'Prefecture',
    agree: ['I agree to the terms of service', 'I agree to the privacy policy'],
    check: 'Check your entries',
    apply: 'Apply',
    completed: 'We received your application',
  },
} as const

/** Applies for the premium plan on the page of a visitor. */
export async function applyForPremium(
  page: Page,
  locale: Locale,
  { email, payment }: { email: string; payment: 'credit_card' | 'monthly' },
): Promise<void> {
  const texts = TEXTS[locale]
  const entries = ['株式会社北星製作所', '佐藤', '葵', email, '0312345678', '100-0001', '千代田区', '千代田1-1']
  await page.getByRole('radio', { name: texts.plan }).click()
  await page.getByRole('radio', { name: texts.payment[payment] }).click()
  for (const [index, name] of texts.labels.entries())
    await page.getByRole('textbox', { name, exact: true }).fill(entries[index] ?? '')
  await page.getByRole('combobox', { name: texts.prefecture }).selectOption('東京都')
  for (const name of texts.agree) await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: texts.check }).click()
  await page.getByRole('button', { name: texts.apply, exact: true }).click()
  await page.getByRole('heading', { name: texts.completed }).waitFor()
}
