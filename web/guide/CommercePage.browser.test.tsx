import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { changeTexts } from '../platform/i18n.ts'
import { queryClient } from '../platform/query-client.ts'
import { show } from '../test/show.tsx'
import CommercePage from './CommercePage.tsx'

afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

const NOTHING = { seller: null, manager: null, address: null, phone: null }

async function rowsWith(commerce: Record<string, string | null>, locale: 'ja' | 'en') {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json({ commerce })))
  const screen = await show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <CommercePage />
      </MemoryRouter>
    </QueryClientProvider>,
    'guide',
  )
  await changeTexts(locale)
  await expect.element(screen.getByRole('term').first()).toBeVisible()
  return [...document.querySelectorAll('dl > div')].map((row) =>
    [...row.children].map(({ textContent }) => textContent ?? ''),
  )
}

it('shows the rows that the law requires, with the settings of the operator', async () => {
  const rows = await rowsWith(
    { seller: '株式会社ミナト', manager: '山田 太郎', address: '東京都港区1-2-3', phone: '03-1234-5678' },
    'ja',
  )
  expect(rows.map(([label]) => label)).toEqual([
    '販売事業者',
    '運営責任者',
    '所在地',
    '電話番号',
    '販売価格',
    '商品代金以外の必要料金',
    '支払方法',
    '支払時期',
    '提供時期',
    '解約・返品',
  ])
  expect(rows.slice(0, 4).map(([, value]) => value)).toEqual([
    '株式会社ミナト',
    '山田 太郎',
    '東京都港区1-2-3',
    '03-1234-5678',
  ])
  expect(rows.slice(4).every(([, value = '']) => value.length > 20)).toBe(true)
})

it.each([
  ['ja', 'この項目は、サービスの運営者がまだ設定していません。', /^ご請求があった場合は、遅滞なく開示いたします。/],
  ['en', 'The operator of this service has not set this item yet.', /^Disclosed without delay on request\./],
] as const)('has a sentence where a setting is missing, in %s', async (locale, missing, onRequest) => {
  const [seller, manager, address, phone] = await rowsWith(NOTHING, locale)
  expect([seller?.[1], manager?.[1]]).toEqual([missing, missing])
  expect(address?.[1]).toMatch(onRequest)
  expect(phone?.[1]).toMatch(onRequest)
})
