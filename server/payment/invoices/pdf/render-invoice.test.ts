import type { Line } from '@kaiwa/money/lines.ts'
import { totalsOf } from '@kaiwa/money/tax.ts'
import { describe, expect, it } from 'vitest'
import { pdfTexts } from '../../../test/pdf-text.ts'
import type { InvoiceRow } from '../store/invoices.ts'
import { renderInvoice } from './render-invoice.ts'

const LINES: Line[] = [
  {
    kind: 'plan',
    planName: 'business',
    from: '2026-11-15',
    to: '2026-11-30',
    quantity: 1,
    unitPrice: 29_800,
    amount: 15_893,
    taxPercent: 10,
  },
  {
    kind: 'point',
    planName: null,
    from: '2026-11-01',
    to: '2026-11-30',
    quantity: 3_001,
    unitPrice: 1,
    amount: 3_001,
    taxPercent: 10,
  },
]

type Values = Partial<Omit<InvoiceRow, 'company' | 'issuer'>> & {
  company?: Partial<InvoiceRow['company']>
  issuer?: Partial<InvoiceRow['issuer']>
}

function invoice({ company, issuer, ...values }: Values, lines: readonly Line[]): InvoiceRow {
  const { subtotal, tax, total } = totalsOf(lines)
  return {
    id: 1,
    workspace_id: 1,
    subscription_id: 1,
    kind: 'invoice',
    number: '2026-000123',
    is_refund: false,
    status: 'pending',
    payment_type: 'monthly',
    month: '2026-11-01',
    issue_date: '2026-12-01',
    due_date: '2026-12-31',
    start_date: '2026-11-15',
    end_date: '2026-11-30',
    subtotal,
    tax,
    total,
    pdf_key: null,
    mailed_at: null,
    company: {
      name: '株式会社テスト商事',
      department_name: null,
      contact_name: '佐藤 一郎',
      contact_email: 'sato@shoji.example',
      contact_phone: null,
      postal_code: '100-0001',
      prefecture: '東京都',
      city: '千代田区',
      address_1: '千代田1-1',
      address_2: null,
      is_person: false,
      ...company,
    },
    issuer: {
      name: '会話株式会社',
      address: '東京都渋谷区神宮前1-2-3\n会話ビル5階',
      phone: null,
      registration_number: 'T1234567890123',
      bank: '会話銀行 本店 普通 1234567',
      ...issuer,
    },
    ...values,
  }
}

async function pages(values: Values = {}, lines: Line[] = LINES): Promise<string[][]> {
  return pdfTexts(Buffer.from(await renderInvoice({ invoice: invoice(values, lines), lines })))
}

async function text(values: Values = {}, lines: Line[] = LINES): Promise<string> {
  return (await pages(values, lines)).flat().join('\n')
}

describe('the PDF of an invoice', () => {
  it('BILL-04 has what a qualified invoice must have', async () => {
    const found = await text()
    for (const part of [
      '請求書',
      '請求書番号\n2026-000123',
      '発行日\n2026年12月1日',
      'お支払期限\n2026年12月31日',
      'ご利用期間\n2026年11月15日〜2026年11月30日',
      '株式会社テスト商事 御中',
      'ご担当 佐藤 一郎 様',
      '会話株式会社',
      '会話ビル5階',
      '登録番号 T1234567890123',
      'ビジネスプラン 月額利用料（16日分）\n2026/11/15 〜 2026/11/30\n1\n¥29,800\n¥15,893',
      'ポイント購入\n2026/11/01 〜 2026/11/30\n3,001\n¥1\n¥3,001',
      '小計（税抜）\n¥18,894',
      '10%対象（税抜）\n¥18,894',
      '消費税（10%）\n¥1,889',
      '合計（税込）\n¥20,783',
      '下記の口座へお振り込みください',
      '会話銀行 本店 普通 1234567',
    ])
      expect(found).toContain(part)
  })

  it('BILL-10 names the yearly fee under a yearly contract', async () => {
    const [line] = LINES as [Line]
    const year = { ...line, to: '2027-10-31' as const, quantity: 12, unitPrice: 24_833, amount: 286_407 }
    expect(await text({ payment_type: 'yearly' }, [year])).toContain(
      'ビジネスプラン 年間利用料（初月は16日分）\n2026/11/15 〜 2027/10/31\n12\n¥24,833\n¥286,407',
    )
  })

  it('BILL-03 by card it says when the card is charged, and asks for no transfer', async () => {
    const found = await text({ payment_type: 'credit_card', due_date: '2026-12-01' })
    expect(found).toContain('2026年12月1日に、ご登録のクレジットカードへ請求いたします。')
    expect(found).not.toContain('会話銀行')
  })

  it('without a registration number it is a plain invoice', async () => {
    expect(await text({ issuer: { registration_number: null, bank: null } })).not.toMatch(/登録番号|適格|口座/)
  })

  it('a return invoice says so, with negative amounts, and the amount that goes back', async () => {
    const lines: Line[] = [
      {
        kind: 'carried',
        planName: null,
        from: '2026-11-01',
        to: '2026-11-30',
        quantity: 1,
        unitPrice: -18_000,
        amount: -18_000,
        taxPercent: 10,
      },
    ]
    const found = await text({ kind: 'return' }, lines)
    expect(found).toContain('適格返還請求書')
    expect(found).toContain('返還請求書番号\n2026-000123')
    expect(found).toContain('ご返還金額（税込）\n¥19,800')
    expect(found).toContain('合計（税込）\n-¥19,800')
    expect(found).toContain('消費税（10%）\n-¥1,800')
    expect(found).not.toContain('お支払期限')
  })

  it('addresses a person with 様, and a department with 御中', async () => {
    expect(await text({ company: { is_person: true, name: '山田 花子' } })).toContain('山田 花子 様')
    const found = await text({ company: { department_name: '情報システム部' } })
    expect(found).toContain('株式会社テスト商事\n情報システム部 御中')
  })

  it('a hundred lines continue on further pages, each with the head of the table and its number', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => ({ ...(LINES[0] as Line), amount: 1_000 + index }))
    const found = await pages({}, lines)
    expect(found.length).toBeGreaterThan(2)
    for (const [index, page] of found.entries()) {
      expect(page).toContain('金額（税抜）')
      expect(page.at(-1)).toBe(`2026-000123 ${index + 1} / ${found.length}`)
    }
    const amounts = found.flat()
    for (const line of lines) expect(amounts).toContain(`¥${line.amount.toLocaleString('en-US')}`)
    expect(amounts.at(-1)).toContain(`${found.length} / ${found.length}`)
  })

  it.each([
    ['emoji', '会社👩‍👩‍👧🎉', '会社〓〓 御中'],
    ['right-to-left text', 'שלום社', '〓〓〓〓社 御中'],
    ['direction marks and line breaks', '会\u202E社\u200B\n商\u0000事', '会社 商事 御中'],
    ['variants of characters', '髙﨑葛\u{E0100}', '髙﨑葛 御中'],
  ])('%s do not break it', async (_, name, shown) => {
    expect(await text({ company: { name } })).toContain(shown)
  })

  it('a name without spaces of 300 characters stays on the page', async () => {
    const [page] = await pages({ company: { name: 'あ'.repeat(150) + 'W'.repeat(150) } })
    const lines = page?.filter((line) => /^[あW]+( 御中)?$/.test(line)) ?? []
    expect(lines.join('').length).toBeGreaterThanOrEqual(300)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(40)
  })
})
