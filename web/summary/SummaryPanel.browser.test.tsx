import { block, term } from '@kaiwa/transcript/test/factories.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { close, item, openSummary, part, quote, summary, SummaryServer } from './test/open-summary.tsx'

const GENERATE = 'POST /files/5/summary/generate'

/** A noun at the beginning of a block. */
function noun(text: string) {
  return { ...term(text, 0, 65, 66), type: 3 as const, score: 1 }
}

const blocks = [
  block({
    uuid: 'A',
    content: '予算は年間で百万円を考えています。',
    start_time: 65,
    end_time: 70,
    terms: [noun('予算')],
  }),
  block({ uuid: 'B', content: 'お見積もりは金曜日までにお送りします。', start_time: 70, end_time: 80 }),
]

let server: SummaryServer
beforeEach(async () => {
  await page.viewport(1280, 900)
  server = new SummaryServer()
})
afterEach(close)

type Screen = Awaited<ReturnType<typeof openSummary>>['screen']

function section(screen: Screen, name: string) {
  return screen.getByRole('region', { name, exact: true })
}

function button(screen: Screen, name: string | RegExp) {
  return screen.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
}

const overview = part('overview', [
  item('1', '予算は年間百万円です。', { citations: [quote(1, '予算は年間で百万円を考えています')] }),
])
const toDos = part('to_dos', [
  item('2', '見積もりを送る', { owner: '佐藤', due: '金曜日', citations: [quote(1, 'お見積もりは金曜日までに')] }),
  item('3', '日程を確認する', { citations: [quote(2, '予算は')] }),
])
const sections = part('sections', [
  item('4', '費用', { block_uuid: 'A' }),
  item('5', '次の予定', { block_uuid: 'B', time: 70 }),
])

describe('without a stored summary', () => {
  it('shows characteristic passages, labelled as extracted without AI; a time plays', async () => {
    server.summary = summary([], { note: 'no-model' })
    server.isConnected = false
    const { screen, player } = await openSummary(server, blocks)
    await expect.element(screen.getByText('自動抽出（AI不使用）')).toBeVisible()
    await expect
      .element(screen.getByText('AIモデルが接続されていないため、要約は作成できません。', { exact: false }))
      .toBeVisible()
    await expect
      .element(section(screen, '話題ごとの主な発話').getByText('予算は年間で百万円を考えています。'))
      .toBeVisible()
    expect(button(screen, '要約を作成').elements()).toEqual([])
    const seek = vi.spyOn(player, 'seek')
    const play = vi.spyOn(player, 'play').mockReturnValue()
    await button(screen, '01:05から再生').click()
    expect([seek.mock.calls, play.mock.calls.length]).toEqual([[[65]], 1])
  })

  it('a pressed passage is cited: shown in the transcript, played and marked', async () => {
    server.summary = summary([], { note: 'no-model' })
    const { screen, cited } = await openSummary(server, blocks)
    await button(screen, '予算は年間で百万円を考えています。').click()
    expect(cited()).toMatchObject({
      file_id: 5,
      block_uuid: 'A',
      quote: '予算は年間で百万円を考えています。',
      range: { start: 0, end: 17 },
      time: 65,
    })
  })

  it('the passages follow the text as colleagues edit it', async () => {
    server.summary = summary([], { note: 'no-model' })
    const { screen, session } = await openSummary(server, blocks)
    await expect.element(screen.getByText('予算は年間で百万円を考えています。')).toBeVisible()
    session.load({ id: 1, revision: 2, blocks: [{ ...blocks[0]!, content: '納期は来月の予定です。', terms: [] }] })
    await expect.element(screen.getByText('納期は来月の予定です。')).toBeVisible()
  })

  it.each([
    ['off', true, 'このワークスペースで要約を使う'],
    ['off', false, 'オーナーがオンにすると使えます'],
    ['not-ready', false, '録音の解析が終わると'],
    ['no-chat', false, '今月のAIチャットの回数が上限に達しました'],
  ] as const)('says what is missing: %s, owner: %o', async (note, isOwner, text) => {
    server.isOn = note !== 'off'
    server.summary = summary([], { note, can: { edit: true, switch: isOwner } })
    const { screen } = await openSummary(server, blocks)
    await expect.element(screen.getByText(text, { exact: false })).toBeVisible()
    expect(button(screen, '要約を作成').elements()).toEqual([])
    expect(screen.getByRole('switch').elements()).toHaveLength(note === 'off' && isOwner ? 1 : 0)
  })

  it('the owner switches summaries on and has one written', async () => {
    server.isOn = false
    server.summary = summary([], { note: 'off' })
    const { screen } = await openSummary(server, blocks)
    await screen.getByRole('switch').click()
    await expect.element(button(screen, '要約を作成')).toBeVisible()
    expect(server.asked('PUT /workspace/summaries')).toEqual([{ is_on: true }])
    await expect.element(screen.getByText('今月はあと17回', { exact: false })).toBeVisible()
    await button(screen, '要約を作成').click()
    await expect.element(section(screen, '概要')).toHaveAttribute('aria-busy', 'true')
    expect(server.asked(GENERATE)).toEqual([{ parts: ['overview', 'decisions', 'to_dos', 'sections'] }])
  })

  it('a member sees that the owner has switched summaries off in the meantime', async () => {
    server.summary = summary([], { can: { edit: true, switch: false } })
    const { screen, publishSetting } = await openSummary(server, blocks)
    await expect.element(button(screen, '要約を作成')).toBeVisible()
    server.isOn = false
    server.summary = summary([], { note: 'off', can: { edit: true, switch: false } })
    await publishSetting()
    await expect.element(screen.getByText('オーナーがオンにすると使えます', { exact: false })).toBeVisible()
    expect(button(screen, '要約を作成').elements()).toEqual([])
  })

  it('shows members that the owner must first agree to the provider', async () => {
    server.isAgreed = false
    server.summary = summary([], { note: 'no-consent', can: { edit: true, switch: false } })
    const { screen } = await openSummary(server, blocks)
    await expect
      .element(screen.getByText('オーナーがapi.example.comへの送信に同意すると、要約を作成できます。'))
      .toBeVisible()
    expect(button(screen, '内容を確認する').elements()).toEqual([])
  })

  it('the owner agrees to the provider in the tab', async () => {
    server.isAgreed = false
    server.summary = summary([], { note: 'no-consent' })
    const { screen } = await openSummary(server, blocks)
    await button(screen, '内容を確認する').click()
    await button(screen, '同意する').click()
    await expect.element(button(screen, '要約を作成')).toBeVisible()
  })
})

describe('a stored summary', () => {
  it('shows its parts with evidence, which plays here or is shown in the transcript', async () => {
    server.summary = summary([overview, toDos, part('decisions', []), sections])
    const { screen, player, cited } = await openSummary(server, blocks)
    await expect.element(section(screen, '概要').getByText('予算は年間百万円です。')).toBeVisible()
    await expect.element(section(screen, '決定事項').getByText('この会話で決まったことはありません。')).toBeVisible()
    await expect.element(section(screen, 'ToDo').getByText('担当：佐藤')).toBeVisible()
    await expect.element(section(screen, 'ToDo').getByText('期限：金曜日')).toBeVisible()
    expect(screen.getByText('自動抽出（AI不使用）').elements()).toEqual([])
    vi.spyOn(player, 'play').mockReturnValue()
    const seek = vi.spyOn(player, 'seek')
    await section(screen, '概要').getByRole('button', { name: '01:05から再生' }).click()
    expect(seek).toHaveBeenCalledWith(65)
    await button(screen, /予算は年間で百万円を考えています/).click()
    expect(cited()).toMatchObject({ number: 1, block_uuid: 'A', time: 65 })
  })

  it('parts appear as they are ready; the writing can be stopped', async () => {
    server.summary = summary([
      part('overview', [], { status: 'writing' }),
      part('decisions', [], { status: 'writing' }),
    ])
    const { screen, publish } = await openSummary(server, blocks)
    await expect.element(section(screen, '概要').getByText('作成中')).toBeVisible()
    server.summary = summary([overview, part('decisions', [], { status: 'writing' })])
    await publish()
    await expect.element(screen.getByText('予算は年間百万円です。')).toBeVisible()
    await expect.element(section(screen, '決定事項')).toHaveAttribute('aria-busy', 'true')
    await button(screen, '作成を中止').click()
    await expect.element(section(screen, '決定事項')).toHaveAttribute('aria-busy', 'false')
    expect(server.asked('POST /files/5/summary/cancel')).toHaveLength(1)
  })

  it('a failed part says why and is tried again alone', async () => {
    server.summary = summary([overview, part('decisions', [], { status: 'failed', error: 'rate-limit' })])
    const { screen } = await openSummary(server, blocks)
    await expect.element(screen.getByText('AIの提供元が混み合っています', { exact: false })).toBeVisible()
    await button(screen, 'もう一度作成').click()
    await expect.element(section(screen, '決定事項')).toHaveAttribute('aria-busy', 'true')
    expect(server.asked(GENERATE)).toEqual([{ parts: ['decisions'] }])
  })

  it('an outdated part says so; what people edited is replaced only after a question', async () => {
    // An item was deleted: the others are as the model wrote them.
    const edited = { ...overview, is_outdated: true, version: 2, edited_at: '2026-11-26T04:00:00.000Z' }
    server.summary = summary([edited, toDos])
    const { screen } = await openSummary(server, blocks)
    await expect.element(section(screen, '概要').getByText('要更新')).toBeVisible()
    expect(section(screen, 'ToDo').getByText('要更新').elements()).toEqual([])
    await button(screen, '「概要」を作り直す').click()
    await expect.element(screen.getByText('編集した内容を置き換えますか？')).toBeVisible()
    expect(server.asked(GENERATE)).toEqual([])
    await button(screen, '作り直す').click()
    await expect.poll(() => server.asked(GENERATE)).toEqual([{ parts: ['overview'] }])
  })

  it('a save of the transcript fetches the summary again', async () => {
    server.summary = summary([overview])
    const { screen, session } = await openSummary(server, blocks)
    await expect.element(screen.getByText('予算は年間百万円です。')).toBeVisible()
    server.summary = summary([{ ...overview, is_outdated: true }])
    session.load({ id: 1, revision: 2, blocks })
    await expect.element(section(screen, '概要').getByText('要更新')).toBeVisible()
  })

  it('to-dos are copied as text', async () => {
    server.summary = summary([toDos])
    const { screen } = await openSummary(server, blocks)
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await button(screen, 'ToDoをコピー').click()
    await expect.element(screen.getByText('ToDoをコピーしました')).toBeVisible()
    expect(write).toHaveBeenCalledWith('- 見積もりを送る（担当：佐藤、期限：金曜日）\n- 日程を確認する')
  })

  it('an accepted section is a change of the transcript; a block that begins a section is shown as accepted', async () => {
    server.summary = summary([sections])
    const named = [blocks[0]!, { ...blocks[1]!, section_name: '予定' }]
    const { screen } = await openSummary(server, named)
    const list = section(screen, 'セクションの候補')
    await expect.element(list.getByText('セクション設定済み')).toBeVisible()
    await button(screen, '「費用」をセクションにする').click()
    expect(server.asked('PATCH /blocks/section-name')).toEqual([{ block_uuid: 'A', section_name: '費用' }])
    expect(button(screen, '「次の予定」をセクションにする').elements()).toEqual([])
  })

  it('without a model it says that it cannot be written again, and shows no extracted passages', async () => {
    server.summary = summary([overview], { note: 'no-model' })
    server.isConnected = false
    const { screen } = await openSummary(server, blocks)
    await expect
      .element(screen.getByText('AIモデルが接続されていないため、作り直すことはできません。', { exact: false }))
      .toBeVisible()
    expect(screen.getByText('話題ごと', { exact: false }).elements()).toEqual([])
  })

  it('a viewer has no buttons that change anything', async () => {
    server.summary = summary([{ ...overview, is_outdated: true }, sections], { can: { edit: false, switch: false } })
    const { screen } = await openSummary(server, blocks, { canEdit: false })
    await expect.element(screen.getByText('予算は年間百万円です。')).toBeVisible()
    expect(button(screen, /作り直す|編集|セクションにする|中止/).elements()).toEqual([])
  })
})
