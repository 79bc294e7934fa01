// Words of the console that other pages and mails use as well.
import { PLAN_NAMES } from '@kaiwa/contract/plan-names.ts'
import { expect, it } from 'vitest'
import { en as billingEn } from '../billing/texts.en.ts'
import { ja as billingJa } from '../billing/texts.ja.ts'
import { en as paymentEn } from '../payment/texts.en.ts'
import { ja as paymentJa } from '../payment/texts.ja.ts'
import { en } from './texts.en.ts'
import { ja } from './texts.ja.ts'

it('kinds of purchases have the words of the payment page', () => {
  expect(ja.histories.types).toEqual(paymentJa.history.types)
  expect(en.histories.types).toEqual(paymentEn.history.types)
})

it('tiers have the words of the usage page', () => {
  const namesIn = (locale: 'ja' | 'en') =>
    Object.fromEntries(Object.entries(PLAN_NAMES).map(([name, names]) => [name, names[locale]]))
  expect(namesIn('ja')).toEqual(billingJa.plans)
  expect(namesIn('en')).toEqual(billingEn.plans)
})
