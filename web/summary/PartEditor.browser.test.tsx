import { block } from '@kaiwa/transcript/test/factories.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { close, item, openSummary, part, quote, summary, SummaryServer } from './test/open-summary.tsx'

const ITEMS = 'GET /files/5/summary'
const EDIT = 'PUT /files/5/summary'
const blocks = [block({ uuid: 'A', content: '予算は年間で百万円を考えています。', start_time: 65, end_time: 70 })]

let server: SummaryServer
beforeEach(async () => {
  await page.viewport(1280, 900)
  server = new SummaryServer()
})
afterEach(close)

type Screen = Awaited<ReturnType<typeof openSummary>>['screen']

function button(screen: Screen, name: string) {
  return screen.getByRole('button', { name, exact: true })
}

const overview = part('overview', [
  item('1', '予算は年間百万円です。', { citations: [quote(1, '予算は年間で百万円を考えています')] }),
])
const toDos = part('to_dos', [
  item('2', '見積もりを送る', { owner: '佐藤', due: '金曜日', citations: [quote(1, 'お見積もりは金曜日までに')] }),
  item('3', '日程を確認する', { citations: [quote(2, '予算は')] }),
])

describe('editing a part', () => {
  async function edit(name: string) {
    const opened = await openSummary(server, blocks)
    await button(opened.screen, `「${name}」を編集`).click()
    return opened
  }

  it('changes, moves, adds and deletes items, and removes a quote', async () => {
    server.summary = summary([toDos])
    const { screen } = await edit('ToDo')
    await screen.getByLabelText('1番目の内容').fill('見積書を送る')
    await screen.getByLabelText('担当').first().fill('')
    await screen.getByLabelText('期限').first().fill('木曜日')
    await button(screen, '引用を外す：予算は').click()
    await button(screen, '2番目を上に移動').click()
    await button(screen, '項目を追加').click()
    await userEvent.keyboard('上司に報告する')
    await button(screen, '項目を追加').click()
    await button(screen, '保存').click()
    await expect.element(button(screen, '「ToDo」を編集')).toBeVisible()
    expect(server.asked(EDIT)).toEqual([
      {
        part: 'to_dos',
        version: 1,
        items: [
          { id: '3', text: '日程を確認する', owner: null, due: null, citations: [] },
          { id: '2', text: '見積書を送る', owner: null, due: '木曜日', citations: [1] },
          { id: null, text: '上司に報告する', owner: null, due: null, citations: [] },
        ],
      },
    ])
  })

  it('a conflict keeps what was typed, and the next save replaces the changes of the other person', async () => {
    server.summary = summary([overview])
    const { screen } = await edit('概要')
    await screen.getByLabelText('1番目の内容').fill('予算は百万円以内です。')
    server.refusals.set(EDIT, { status: 409, body: { error: 'E_CONFLICT', reason: 'version', message: '' } })
    server.summary = summary([part('overview', [item('9', '別の人の内容')], { version: 4 })])
    await button(screen, '保存').click()
    await expect.element(screen.getByText('ほかの人がこの部分を変更しました', { exact: false })).toBeVisible()
    await expect.element(screen.getByLabelText('1番目の内容')).toHaveValue('予算は百万円以内です。')
    await button(screen, '保存').click()
    await expect.element(button(screen, '「概要」を編集')).toBeVisible()
    expect(server.asked(EDIT).at(-1)).toEqual({
      part: 'overview',
      version: 4,
      items: [{ id: null, text: '予算は百万円以内です。', owner: null, due: null, citations: [] }],
    })
  })

  it('a to-do without text is marked and cannot be saved', async () => {
    server.summary = summary([part('to_dos', [])])
    const { screen } = await edit('ToDo')
    await button(screen, '項目を追加').click()
    await screen.getByLabelText('担当').fill('佐藤')
    await expect.element(screen.getByText('内容を入力してください。')).toBeVisible()
    await expect.element(button(screen, '保存')).toBeDisabled()
    await screen.getByLabelText('1番目の内容').fill('報告する')
    await expect.element(button(screen, '保存')).toBeEnabled()
    await button(screen, 'キャンセル').click()
  })

  it('nothing can be typed while the part is being saved', async () => {
    server.summary = summary([overview])
    const { screen } = await edit('概要')
    const field = screen.getByLabelText('1番目の内容')
    await field.fill('予算は百万円以内です。')
    const saving = Promise.withResolvers<void>()
    server.delays.set(EDIT, saving.promise)
    server.refusals.set(EDIT, { status: 500, body: { error: 'E_INTERNAL', message: '' } })
    await button(screen, '保存').click()
    await expect.element(field).toBeDisabled()
    saving.resolve()
    await expect.element(field).toBeEnabled()
    await expect.element(field).toHaveValue('予算は百万円以内です。')
    await button(screen, 'キャンセル').click()
  })

  it('the browser asks before the page is closed while something was typed', async () => {
    const isAsked = () => {
      const event = new Event('beforeunload', { cancelable: true })
      globalThis.dispatchEvent(event)
      return event.defaultPrevented
    }
    server.summary = summary([overview])
    const { screen } = await edit('概要')
    expect(isAsked()).toBe(false)
    await screen.getByLabelText('1番目の内容').fill('途中まで')
    expect(isAsked()).toBe(true)
    await button(screen, 'キャンセル').click()
    expect(isAsked()).toBe(false)
  })

  it('a draft is kept while another tab is shown, until it is discarded', async () => {
    server.summary = summary([overview])
    const { screen, page: tab } = await edit('概要')
    await screen.getByLabelText('1番目の内容').fill('途中まで')
    await screen.rerender(<p>transcript</p>)
    await screen.rerender(tab)
    await expect.element(screen.getByLabelText('1番目の内容')).toHaveValue('途中まで')
    await button(screen, 'キャンセル').click()
    await expect.element(screen.getByText('予算は年間百万円です。')).toBeVisible()
    await button(screen, '「概要」を編集').click()
    await expect.element(screen.getByLabelText('1番目の内容')).toHaveValue('予算は年間百万円です。')
    expect(server.asked(ITEMS).length).toBeGreaterThan(0)
  })
})
