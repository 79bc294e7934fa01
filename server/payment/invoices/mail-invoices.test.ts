import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  alterInvoices,
  closeAt,
  createCompanyContract,
  type CompanyContract,
  inJapan,
  invoicesOf,
} from '../../test/factories/invoices.ts'
import { changePlan } from '../../billing/subscriptions/change-plan.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { pdfTexts } from '../../test/pdf-text.ts'
import { runJob } from '../../test/run-job.ts'
import { closeEndedMonths } from '../closing/close-months.ts'
import { isHolidayInJapan } from './business-days.ts'
import { mailInvoices } from './mail-invoices.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({
    env: {
      KAIWA_ISSUER_NAME: '会話株式会社',
      KAIWA_ISSUER_REGISTRATION: 'T1234567890123',
      KAIWA_ISSUER_BANK: String.raw`会話銀行 本店 普通 1234567\n口座名義 カイワ`,
    },
  })
})
afterAll(() => test.close())

let count = 0

/** A contract of a company with its mail address, and a function that reads the mails to it. */
async function createContract(options: Partial<CompanyContract> = {}) {
  const address = `keiri-${(count += 1)}@shoji.example`
  const owner = await createCompanyContract(test.db, {
    at: inJapan('2026-04-01'),
    ...options,
    company: { ...options.company, contact_email: address },
  })
  const mails = async () => {
    const rows = await test.db
      .selectFrom('mails')
      .select('raw')
      .where('to_address', '=', address)
      .orderBy('id')
      .execute()
    return Promise.all(rows.map(({ raw }) => PostalMime.parse(raw)))
  }
  return { owner, mails }
}

async function mailAll() {
  await runJob(test, mailInvoices)
  await test.settle()
}

it('BILL-04 the invoice of a month is mailed to the contact of the company, with its PDF', async () => {
  const { owner, mails } = await createContract()
  await closeAt(test, '2026-05-01')
  await mailAll()
  const [invoice] = await invoicesOf(test.db, owner.subscriptionId)
  const [mail] = await mails()
  expect(mail?.subject).toBe(`【Kaiwa】請求書のご送付（${invoice?.number}）`)
  expect(mail?.text).toContain('株式会社テスト商事 御中\n\n佐藤 一郎 様')
  expect(mail?.text).toContain('ご請求金額（税込）：¥11,000\n発行日：2026年5月1日\nお支払期限：2026年5月31日')
  expect(mail?.text).toContain('お支払期限までに、請求書に記載の口座へお振り込みください。')
  const [attachment] = mail?.attachments ?? []
  expect(attachment).toMatchObject({ filename: `${invoice?.number}.pdf`, mimeType: 'application/pdf' })
  const texts = pdfTexts(Buffer.from(attachment?.content as ArrayBuffer)).flat()
  expect(texts).toEqual(expect.arrayContaining(['株式会社テスト商事 御中', '¥11,000', '口座名義 カイワ']))
})

it('BILL-05 the invoice of a year is mailed at the end of the first month, and not again before the renewal', async () => {
  const { mails } = await createContract({ paymentType: 'yearly', at: inJapan('2026-05-01') })
  await closeAt(test, '2026-06-01')
  await mailAll()
  await closeAt(test, '2026-10-01')
  await mailAll()
  const sent = await mails()
  expect(sent).toHaveLength(1)
  expect(sent[0]?.text).toContain('ご請求金額（税込）：¥118,800')
  expect(sent[0]?.text).toContain('ご利用期間：2026年5月1日〜2027年4月30日')
})

it('BILL-03 an invoice by card is not mailed', async () => {
  const { mails } = await createContract({ paymentType: 'credit_card' })
  await closeAt(test, '2026-05-01')
  await mailAll()
  expect(await mails()).toEqual([])
})

it('a return invoice is mailed, also to a contract by card, and says that it is paid out where no contract follows', async () => {
  const { owner, mails } = await createContract({ paymentType: 'yearly', at: inJapan('2026-04-01') })
  const { subscriptionId } = owner
  await closeAt(test, '2026-05-01')
  const at = inJapan('2026-05-10')
  await test.db
    .transaction()
    .execute((trx) => changePlan(trx, { subscriptionId, planId: null, fromThisCycle: true, requestedBy: null, at }))
  await closeAt(test, '2026-06-01')
  await mailAll()
  const sent = await mails()
  expect(sent.map(({ subject }) => subject?.includes('返還請求書'))).toEqual([false, true])
  expect(sent[1]?.text).toContain('ご返還金額は、次回以降のご請求から差し引きます。')

  const ended = await createContract({ paymentType: 'yearly', at: inJapan('2026-04-01') })
  await closeAt(test, '2026-06-01')
  const end = { status: 'terminated', end_date: inJapan('2026-06-20') } as const
  await test.db.updateTable('subscriptions').set(end).where('id', '=', ended.owner.subscriptionId).execute()
  await closeAt(test, '2026-08-01')
  await mailAll()
  expect((await ended.mails()).at(-1)?.text).toContain('ご契約が終了しておりますので、ご返還金額をご返金いたします。')
})

it('two runs at the same time send one mail', async () => {
  const { mails } = await createContract()
  await closeAt(test, '2026-05-01')
  await Promise.all([runJob(test, mailInvoices), runJob(test, mailInvoices)])
  await mailAll()
  expect(await mails()).toHaveLength(1)
})

it('an invoice that cannot be mailed does not stop the others, and is mailed by a later run', async () => {
  const broken = await createContract()
  const sound = await createContract()
  await closeAt(test, '2026-05-01')
  const [invoice] = await invoicesOf(test.db, broken.owner.subscriptionId)
  const company = invoice?.company as { contact_email: string }
  const setAddress = (address: string) =>
    alterInvoices(test.db, (trx) =>
      trx
        .updateTable('invoices')
        .set({ company: JSON.stringify({ ...company, contact_email: address }) })
        .where('id', '=', invoice?.id ?? 0)
        .execute(),
    )
  await setAddress('not an address')
  await expect(runJob(test, mailInvoices)).rejects.toThrow('1 invoices were not mailed')
  await test.settle()
  expect([await broken.mails(), (await sound.mails()).length]).toEqual([[], 1])
  await setAddress(company.contact_email)
  await mailAll()
  expect(await broken.mails()).toHaveLength(1)
})

it('BILL-04 the nightly job closes the months that have ended and mails immediately', async () => {
  const { mails } = await createContract({ at: new Date(Date.now() - 40 * 86_400_000) })
  await runJob(test, closeEndedMonths)
  await test.settle()
  expect((await mails()).length).toBeGreaterThan(0)
})

it('knows the holidays of Japan, with those in lieu', () => {
  const days = ['2027-01-01', '2027-03-22', '2027-05-05', '2027-01-04', '2026-11-23'] as const
  expect(days.map(isHolidayInJapan)).toEqual([true, true, true, false, true])
})
