// Words of the console that other pages and mails use as well.
import { BILLING_ROW_NAMES } from '@kaiwa/contract/billing-row.ts'
import { PAYMENT_TYPE_NAMES } from '@kaiwa/contract/payment-type-names.ts'
import { PLAN_NAMES } from '@kaiwa/contract/plan-names.ts'
import { expect, it } from 'vitest'
import { en as applicationsEn } from '../applications/texts.en.ts'
import { ja as applicationsJa } from '../applications/texts.ja.ts'
import { en as billingEn } from '../billing/texts.en.ts'
import { ja as billingJa } from '../billing/texts.ja.ts'
import { en as paymentEn } from '../payment/texts.en.ts'
import { ja as paymentJa } from '../payment/texts.ja.ts'
import { en } from './texts.en.ts'
import { ja } from './texts.ja.ts'

it('kinds of purchases have the words of the payment page and of CSV files', () => {
  expect(ja.histories.types).toEqual(paymentJa.history.types)
  expect(en.histories.types).toEqual(paymentEn.history.types)
  expect(ja.histories.refunds).toEqual(paymentJa.history.refunds)
  expect(en.histories.refunds).toEqual(paymentEn.history.refunds)
  expect({ usual: ja.histories.types, returned: ja.histories.refunds }).toEqual(BILLING_ROW_NAMES.ja)
  expect({ usual: en.histories.types, returned: en.histories.refunds }).toEqual(BILLING_ROW_NAMES.en)
})

it('payment types have one name on all pages, in mails and in files', () => {
  for (const names of [ja.paymentTypes, paymentJa.contract.types, applicationsJa.payments])
    expect(names).toEqual(PAYMENT_TYPE_NAMES.ja)
  for (const names of [en.paymentTypes, paymentEn.contract.types, applicationsEn.payments])
    expect(names).toEqual(PAYMENT_TYPE_NAMES.en)
})

it('tiers have the words of the usage page', () => {
  const namesIn = (locale: 'ja' | 'en') =>
    Object.fromEntries(Object.entries(PLAN_NAMES).map(([name, names]) => [name, names[locale]]))
  expect(namesIn('ja')).toEqual(billingJa.plans)
  expect(namesIn('en')).toEqual(billingEn.plans)
})
