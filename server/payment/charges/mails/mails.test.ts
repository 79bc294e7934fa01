import { expect, it } from 'vitest'
import { mailName } from '../../../accounts/mails/mail-name.ts'
import { chargeFailedMail } from './charge-failed.ts'
import { moneyReturnedMail } from './money-returned.ts'
import { suspendedMail } from './suspended.ts'

const values = { name: mailName('山田 花子'), origin: 'https://kaiwa.example', passwordUrl: null }
const failure = {
  ...values,
  number: '2026-000001',
  amount: 1_234_500,
  url: 'https://kaiwa.example/setup-payment',
  nextAt: null,
  deadline: null,
  problem: 'refused',
} as const
const returned = { ...values, kind: 'refund', amount: 1_234_500, payment: null } as const

it.each([
  ['ja', '1,234,500円、税込', '1,234,500円が返金されました。'],
  ['en', '¥1,234,500 including tax', '¥1,234,500 of your payment was refunded.'],
] as const)('mails in %s write yen as the pages do', (locale, withTax, refunded) => {
  expect(chargeFailedMail(locale, failure).text).toContain(withTax)
  expect(suspendedMail(locale, failure).text).toContain(withTax)
  expect(moneyReturnedMail(locale, returned).text).toContain(refunded)
})
