import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { changeTexts } from '../platform/i18n.ts'
import { queryClient } from '../platform/query-client.ts'
import { PrivatePage } from '../test/PrivatePage.tsx'
import { compose, confirmConversion, pressInConversion, show } from '../test/show.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { ChatAside, ChatToggle } from './frame-parts.tsx'
import { ChatServer, citation, FILE, FOLDER, message, ROOT } from './test/chat-server.ts'

const AT_FOLDER = `/projects/${FOLDER}`
const AT_FILE = `/projects/${FOLDER}/files/${FILE}`
const SEND = '{Control>}{Enter}{/Control}'

let server: ChatServer
beforeEach(async () => {
  await page.viewport(1280, 900)
  server = new ChatServer()
})
afterEach(() => server.stop())

function Address() {
  const navigate = useNavigate()
  return (
    <>
      <output aria-label="address">{useLocation().pathname}</output>
      <button type="button" onClick={() => void navigate(`/projects/${ROOT}`)}>
        to the root
      </button>
    </>
  )
}

async function open(path: string, settings: Parameters<ChatServer['start']>[0] = {}) {
  server.start(settings)
  return show(
    <QueryClientProvider client={queryClient}>
      <PrivatePage>
        <MemoryRouter initialEntries={[path]}>
          <ChatToggle />
          <div style={{ display: 'flex', height: 700, position: 'relative' }}>
            <div style={{ flex: 1 }}>
              <Address />
            </div>
            <ChatAside />
          </div>
          <Toasts />
        </MemoryRouter>
      </PrivatePage>
    </QueryClientProvider>,
    'assistant',
  )
}

type Screen = Awaited<ReturnType<typeof open>>

function field(screen: Screen) {
  return screen.getByRole('textbox', { name: '文字起こしについて質問する' })
}

function panel(screen: Screen) {
  return screen.getByRole('complementary', { name: 'AIチャット' })
}

function button(screen: Screen, name: string) {
  return screen.getByRole('button', { name, exact: true })
}

/** Opens a chat with a question and this answer. */
async function withAnswer(more: Parameters<typeof message>[1], path = AT_FOLDER) {
  server.chat()
  server.messages = [message(1, { user_id: 1, content: '価格は？', source: null }), message(2, more)]
  const screen = await open(path)
  await button(screen, '価格について 2026/11/26').or(screen.getByText('価格について')).first().click()
  return screen
}

describe('the panel', () => {
  it.each([
    ['a folder', AT_FOLDER, true],
    ['a file', AT_FILE, true],
    ['the root', `/projects/${ROOT}`, false],
    ['another page', '/mypage/profile', false],
  ])('UI-04 CHAT-06 the AI Chat toggle and the panel on the page of %s: %o', async (_, path, isThere) => {
    const screen = await open(path)
    await expect.element(screen.getByRole('status', { name: 'address' })).toBeVisible()
    expect(button(screen, 'AIチャット').elements()).toHaveLength(isThere ? 1 : 0)
    if (isThere) await expect.element(panel(screen)).toBeVisible()
    else expect(panel(screen).elements()).toEqual([])
  })

  it('FILE-11 shows when is_chat_opened is true; the toggle saves it, and the root hides the panel', async () => {
    const screen = await open(AT_FILE, { is_chat_opened: false })
    expect(panel(screen).elements()).toEqual([])
    await button(screen, 'AIチャット').click()
    await expect.element(panel(screen)).toBeVisible()
    expect(server.asked('PUT /profile/settings').at(-1)?.body).toEqual({ settings: { is_chat_opened: true } })
    await screen.getByRole('button', { name: 'to the root' }).click()
    await expect.element(panel(screen)).not.toBeInTheDocument()
  })

  it('FILE-12 CHAT-08 CHAT-09 is 320 px wide, can be resized from 240 to 480 px, and saves chat_width', async () => {
    const screen = await open(AT_FOLDER)
    await expect.element(panel(screen)).toBeVisible()
    const width = () => panel(screen).element().getBoundingClientRect().width
    expect(width()).toBe(320)
    const handle = screen.getByRole('slider', { name: 'AIチャットの幅を変更' })
    await expect.element(handle).toHaveAttribute('min', '240')
    await expect.element(handle).toHaveAttribute('max', '480')
    ;(handle.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowLeft>12/}')
    expect(width()).toBe(480)
    await userEvent.keyboard('{ArrowRight>20/}')
    expect(width()).toBe(240)
    await expect
      .poll(() => server.asked('PUT /profile/settings').at(-1)?.body)
      .toEqual({ settings: { chat_width: 240 } })
    expect(server.asked('PUT /profile/settings').length).toBeLessThan(3)
  })

  it('CHAT-07 has header, history, selection of files and speakers, templates, messages and input', async () => {
    server.chat({ title: '先週の質問' })
    const screen = await open(AT_FILE)
    await expect.element(screen.getByRole('heading', { name: 'AIチャット' })).toBeVisible()
    await expect.element(screen.getByText('先週の質問')).toBeVisible()
    await expect.element(button(screen, '要約')).toBeVisible()
    await expect.element(field(screen)).toBeVisible()
    await button(screen, '対象：このファイル・すべての話者').click()
    await screen.getByPlaceholder('すべての話者').click()
    await screen.getByRole('option', { name: '田中' }).click()
    await expect.element(screen.getByText('対象：このファイル・1人の話者')).toBeVisible()
    await button(screen, 'チャットの履歴').click()
    await screen.getByText('先週の質問').click()
    await expect.element(screen.getByRole('list', { name: '質問と回答' })).toBeInTheDocument()
  })

  it('covers a page of a narrow window only on request', async () => {
    await page.viewport(390, 800)
    const screen = await open(AT_FOLDER)
    await expect.element(button(screen, 'AIチャット')).toHaveAttribute('aria-expanded', 'false')
    await button(screen, 'AIチャット').click()
    await expect.element(panel(screen)).toBeVisible()
    expect(panel(screen).element().getBoundingClientRect().width).toBe(390)
    await button(screen, '閉じる').click()
    await expect.element(panel(screen)).not.toBeInTheDocument()
  })
})

describe('asking', () => {
  it('CHAT-01 CHAT-16 CHAT-28 CHAT-30 the first message creates a chat about the file, later ones are appended', async () => {
    const screen = await open(AT_FILE)
    await field(screen).fill('価格は？')
    await button(screen, '送信').click()
    await expect.element(screen.getByRole('listitem').filter({ hasText: '価格は？' })).toBeVisible()
    expect(server.asked(`POST /projects/${FOLDER}/chats`).map(({ body }) => body)).toEqual([
      { title: '価格は？', project_file_ids: [FILE], speaker_ids: [], template_id: null },
    ])
    server.finish(12, { content: '三万円です。' })
    await expect.element(screen.getByText('三万円です。')).toBeVisible()
    await field(screen).fill('納期は？')
    await userEvent.keyboard(SEND)
    await expect.element(screen.getByRole('listitem').filter({ hasText: '納期は？' })).toBeVisible()
    expect(server.asked('POST /chats/1/messages').map(({ body }) => body)).toEqual([
      { content: '価格は？', template_id: null },
      { content: '納期は？', template_id: null },
    ])
    expect(server.asked(`POST /projects/${FOLDER}/chats`)).toHaveLength(1)
  })

  it('the keyboard stays in the question: from the button that opens the panel into the chat that the question creates', async () => {
    const screen = await open(AT_FILE, { is_chat_opened: false })
    ;(button(screen, 'AIチャット').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(field(screen)).toHaveFocus()
    await userEvent.keyboard(`価格は？${SEND}`)
    await expect.element(screen.getByRole('listitem').filter({ hasText: '価格は？' })).toBeVisible()
    await expect.element(field(screen)).toHaveFocus()
  })

  it('CHAT-26 a template asks its question; a chat of a folder has no files', async () => {
    const screen = await open(AT_FOLDER)
    await button(screen, '要約').click()
    await expect.element(screen.getByRole('listitem').filter({ hasText: 'この会話を要約してください。' })).toBeVisible()
    expect(server.asked(`POST /projects/${FOLDER}/chats`)[0]?.body).toMatchObject({
      project_file_ids: [],
      template_id: 1,
    })
    expect(server.asked('POST /chats/1/messages')[0]?.body).toEqual({
      content: 'この会話を要約してください。',
      template_id: 1,
    })
  })

  it('CHAT-12 CHAT-13 sends 400 characters, not 401 and not an empty text', async () => {
    const screen = await open(AT_FOLDER)
    const send = button(screen, '送信')
    await expect.element(send).toBeDisabled()
    await field(screen).fill('　\n ')
    await expect.element(send).toBeDisabled()
    await userEvent.keyboard(SEND)
    await field(screen).fill('あ'.repeat(401))
    await expect.element(screen.getByText('1文字超えています')).toBeVisible()
    await expect.element(send).toBeDisabled()
    await field(screen).fill('あ'.repeat(400))
    await expect.element(screen.getByText('残り0文字')).toBeVisible()
    expect(server.asked(`POST /projects/${FOLDER}/chats`)).toEqual([])
    await send.click()
    await expect.poll(() => server.asked('POST /chats/1/messages')).toHaveLength(1)
  })

  it('CHAT-15 Ctrl+Enter sends; Enter is a new line, also after a conversion', async () => {
    const screen = await open(AT_FOLDER)
    await field(screen).click()
    await compose('かかく')
    await pressInConversion('Enter')
    await confirmConversion('価格')
    await userEvent.keyboard('{Enter}納期')
    await expect.element(field(screen)).toHaveValue('価格\n納期')
    expect(server.asked(`POST /projects/${FOLDER}/chats`)).toEqual([])
    await userEvent.keyboard(SEND)
    await expect.poll(() => server.asked('POST /chats/1/messages')[0]?.body).toMatchObject({ content: '価格\n納期' })
  })

  it('CHAT-14 blocks sending while an answer is being written; the answer can be stopped', async () => {
    const screen = await withAnswer({ is_writing: true, content: '調べて' })
    await field(screen).fill('次の質問')
    await userEvent.keyboard(SEND)
    expect(button(screen, '送信').elements()).toEqual([])
    await button(screen, '回答を停止').click()
    await expect.element(screen.getByText('回答を途中で停止しました。')).toBeVisible()
    expect(server.asked('POST /chats/1/messages')).toEqual([])
    await userEvent.click(button(screen, '送信'))
    await expect.poll(() => server.asked('POST /chats/1/messages')).toHaveLength(1)
  })

  it('a refused first question stays in the field of the new chat', async () => {
    const screen = await open(AT_FOLDER)
    server.refusals.set('POST /chats/1/messages', {
      status: 422,
      body: { error: 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA', reason: 'chat', message: '' },
    })
    await field(screen).fill('大事な質問')
    await button(screen, '送信').click()
    await expect.element(screen.getByText('利用回数の上限に達しました。')).toBeVisible()
    await expect.element(field(screen)).toHaveValue('大事な質問')
    await button(screen, '送信').click()
    await expect.element(screen.getByRole('listitem').filter({ hasText: '大事な質問' })).toBeVisible()
    expect(server.asked(`POST /projects/${FOLDER}/chats`)).toHaveLength(1)
  })

  it('keeps a question that was refused, and says why', async () => {
    const screen = await withAnswer({ content: '回答' })
    server.refusals.set('POST /chats/1/messages', {
      status: 409,
      body: { error: 'E_CONFLICT', reason: 'processing', message: '' },
    })
    await field(screen).fill('大事な質問')
    await button(screen, '送信').click()
    await expect.element(screen.getByText(/前の回答を作成しています/)).toBeVisible()
    await expect.element(field(screen)).toHaveValue('大事な質問')
  })
})

describe('an answer', () => {
  it('RT-17 CHAT-22 grows by deltas, and after has_message is fetched from its id', async () => {
    const screen = await withAnswer({ is_writing: true })
    await expect.element(screen.getByText('文字起こしを調べています…')).toBeVisible()
    server.publish('message-delta', { message_id: 2, from: 0, text: '価格は' })
    await expect.element(screen.getByText('価格は', { exact: true })).toBeVisible()
    server.publish('message-delta', { message_id: 2, from: 3, text: '三万円です。' })
    await expect.element(screen.getByText('価格は三万円です。')).toBeVisible()
    server.finish(2, { content: '価格は三万円です。以上。' })
    await expect.element(screen.getByText('価格は三万円です。以上。')).toBeVisible()
    expect(server.asked('GET /chats/1/messages').at(-1)?.query).toEqual({ from_id: '2' })
    await expect.element(screen.getByText('今月はあと16回')).toBeVisible()
  })

  it('RT-17 CHAT-22 text that was lost while the connection was interrupted is fetched from the last known id', async () => {
    const screen = await withAnswer({ is_writing: true, content: '価格は' })
    await expect.element(screen.getByText('価格は', { exact: true })).toBeVisible()
    await expect.poll(() => server.asked('GET /chats/1/messages').length).toBeGreaterThan(1)
    server.change(2, { is_writing: false, content: '価格は三万円です。' })
    server.interrupt()
    await expect.element(screen.getByText('価格は三万円です。')).toBeVisible()
    expect(server.asked('GET /chats/1/messages').at(-1)?.query).toEqual({ from_id: '2' })
  })

  it('CHAT-17 is written again', async () => {
    const screen = await withAnswer({ content: '最初の回答' })
    await button(screen, '回答を作り直す').click()
    await expect.element(screen.getByText('最初の回答')).not.toBeInTheDocument()
    expect(server.asked('POST /chats/1/messages/2/regenerate')).toHaveLength(1)
    server.finish(2, { content: '二回目の回答' })
    await expect.element(screen.getByText('二回目の回答')).toBeVisible()
  })

  it('CHAT-18 CHAT-33 like and dislike toggle; pressing the chosen one again sends an empty value', async () => {
    const screen = await withAnswer({ content: '回答' })
    const [like, dislike] = [button(screen, '良い回答'), button(screen, '良くない回答')]
    await like.click()
    await expect.element(like).toHaveAttribute('aria-pressed', 'true')
    await dislike.click()
    await expect.element(dislike).toHaveAttribute('aria-pressed', 'true')
    await expect.element(like).toHaveAttribute('aria-pressed', 'false')
    await dislike.click()
    await expect.element(dislike).toHaveAttribute('aria-pressed', 'false')
    const sent = server.asked('POST /chats/1/messages/2/react').map(({ body }) => body)
    expect(sent).toEqual([{ react: 'like' }, { react: 'dislike' }, { react: '' }])
  })

  it("CHAT-19 copying shows 'Message copied'", async () => {
    const screen = await withAnswer({ content: '回答の本文' })
    await changeTexts('en')
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await button(screen, 'Copy the answer').click()
    await expect.element(screen.getByText('Message copied')).toBeVisible()
    expect(write).toHaveBeenCalledWith('回答の本文')
  })

  it.each([
    ['not-ready', '文字起こしがまだありません', false],
    ['rate-limit', 'AIの提供元が混み合っています', false],
    ['tpm-exceeded', 'AIの提供元の上限を超えました', true],
    ['length-limit', '文字起こしが長すぎます', false],
    ['server-error', '回答を作成できませんでした', true],
  ] as const)(
    'CHAT-20 CHAT-21 CHAT-34 the error %s is explained as %s; reporting it: %o',
    async (error, text, isReportable) => {
      const screen = await withAnswer({ error })
      await expect.element(screen.getByText(new RegExp(text))).toBeVisible()
      await changeTexts('en')
      const report = button(screen, '[Error notification]')
      if (!isReportable) return expect(report.elements()).toEqual([])
      await report.click()
      await expect.element(screen.getByText('The error was reported')).toBeVisible()
      expect(server.asked('POST /chats/1/messages/2/report')).toHaveLength(1)
    },
  )

  it('shows Markdown with numbered citations, never HTML, links or images', async () => {
    const content =
      '**価格**は三万円です。\n\n- <img src=x onerror=alert(1)>[資料](https://evil.example)![図](https://evil.example/a.png)'
    const screen = await withAnswer({
      content,
      statements: [
        { start: 0, end: 14, citations: [1], has_invalid_quote: false },
        { start: 16, end: content.length, citations: [], has_invalid_quote: true },
      ],
      citations: [citation(1)],
    })
    await expect.element(screen.getByText('価格', { exact: true })).toBeVisible()
    await expect.element(button(screen, '引用1を01:05から再生：引用1')).toBeVisible()
    await expect.element(screen.getByText('引用なし')).toBeVisible()
    expect(panel(screen).element().querySelectorAll('a, img')).toHaveLength(0)
    expect(panel(screen).element().textContent).toContain('<img src=x onerror=alert(1)>')
  })

  it('says that no quote of a model could be confirmed, and what passages without a model are', async () => {
    const screen = await withAnswer({ content: '作り話です。' })
    await expect.element(screen.getByText('この回答には、文字起こしで確認できた引用がありません。')).toBeVisible()
    await screen.unmount()
    server.stop()
    server = new ChatServer()
    const other = await withAnswer({
      content: '質問に合う箇所です。',
      source: 'passages',
      note: 'no-model',
      model: null,
      citations: [citation(1, { range: null })],
    })
    await expect.element(other.getByText(/AIモデルを使わずに、質問に合う箇所を表示しています/)).toBeVisible()
    await expect.element(other.getByText('引用した後に、この発話は編集されました。')).toBeVisible()
  })

  it('says that the end of an answer is missing which reached the limit of its model', async () => {
    const screen = await withAnswer({ content: '回答の途中', note: 'cut-off', citations: [citation(1)] })
    await expect
      .element(screen.getByText('回答がAIモデルの文字数の上限に達したため、途中で終わっています。'))
      .toBeVisible()
    await expect.element(screen.getByText('回答の途中')).toBeVisible()
  })

  it('a citation of another file opens its page and keeps the chat', async () => {
    const screen = await withAnswer({ content: '回答', citations: [citation(1)] })
    await screen.getByRole('list', { name: '引用' }).getByRole('button').click()
    await expect.element(screen.getByRole('status', { name: 'address' })).toHaveTextContent(AT_FILE)
    await expect.element(screen.getByText('価格は？')).toBeVisible()
  })
})

describe('limits and models', () => {
  it('CHAT-10 BILL-38 without a remaining chat, New chat is disabled with the reason as tooltip', async () => {
    server.assistant = { ...server.assistant, remain: 0, can: { ask: false, agree: true } }
    const screen = await open(AT_FOLDER)
    await changeTexts('en')
    const newChat = button(screen, 'New chat')
    await expect.element(newChat).toHaveAttribute('aria-disabled', 'true')
    await newChat.hover()
    await expect
      .element(screen.getByRole('tooltip').filter({ hasText: 'The number of AI chats has reached the upper limit' }))
      .toBeVisible()
  })

  it("CHAT-11 without the chat permission: 'The maximum number of uses has been reached.' and a message to contact the Owner", async () => {
    server.assistant = { ...server.assistant, remain: 0, can: { ask: false, agree: false } }
    const screen = await open(AT_FILE)
    await changeTexts('en')
    await expect.element(screen.getByText('The maximum number of uses has been reached.')).toBeVisible()
    await expect.element(screen.getByText('Please contact the Owner of the workspace to continue.')).toBeVisible()
    expect(screen.getByRole('textbox').elements()).toEqual([])
    await expect.element(button(screen, '要約')).toBeDisabled()
  })

  it('CHAT-02 CHAT-03 CHAT-04 CHAT-05 lists five models; some are advanced, one is a trial, those without provider are disabled', async () => {
    server.assistant = { ...server.assistant, can: { ask: true, agree: false } }
    const screen = await open(AT_FOLDER)
    await changeTexts('en')
    await button(screen, 'AI model: GPT-3.5 Turbo').click()
    const items = () =>
      screen
        .getByRole('menuitem')
        .elements()
        .map(({ textContent }) => textContent)
    await expect
      .poll(items)
      .toEqual([
        'Claude 3 HaikuNot connected',
        'Claude 3.5 SonnetAdvancedNot connected',
        'o3-miniTrialNot connected',
        'GPT-3.5 Turboapi.openai.com',
        'GPT-4oAdvancedapi.openai.com',
      ])
    const haiku = screen.getByRole('menuitem', { name: /Haiku/ })
    await expect.element(haiku).toHaveAttribute('aria-disabled', 'true')
    haiku.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect(server.asked('PUT /profile/settings')).toEqual([])
    await screen.getByRole('menuitem', { name: /GPT-4o/ }).click()
    expect(server.asked('PUT /profile/settings').at(-1)?.body).toEqual({ settings: { chat_model: 'openai_gpt4o' } })
  })

  it('shows where text is sent', async () => {
    const screen = await open(AT_FOLDER)
    await expect.element(screen.getByText('質問と文字起こしはapi.openai.comに送信されます。')).toBeVisible()
  })

  it('asks the owner to agree to the provider', async () => {
    server.assistant = { ...server.assistant, model: null, note: 'no-consent' }
    const screen = await open(AT_FOLDER)
    await button(screen, '内容を確認する').click()
    const dialog = screen.getByRole('dialog')
    await expect
      .element(dialog.getByText(/文字起こし、ファイル名、話者名がapi\.openai\.comに送信されます/))
      .toBeVisible()
    await dialog.getByRole('button', { name: '同意する' }).click()
    await expect.element(screen.getByText('質問と文字起こしはapi.openai.comに送信されます。')).toBeVisible()
    expect(server.asked('PUT /chat/consent').map(({ body }) => body)).toEqual([{ host: 'api.openai.com' }])
  })

  it('the owner switches summaries on in the menu of models; other people have no switch', async () => {
    const screen = await open(AT_FOLDER)
    await button(screen, 'AIモデル：GPT-3.5 Turbo').click()
    const item = screen.getByRole('menuitemcheckbox', { name: /新しい録音の要約を自動で作成/ })
    await expect.element(item).toHaveAttribute('aria-checked', 'false')
    await item.click()
    await expect.element(item).toHaveAttribute('aria-checked', 'true')
    expect(server.asked('PUT /workspace/summaries').map(({ body }) => body)).toEqual([{ is_on: true }])
    await item.click()
    await expect.element(item).toHaveAttribute('aria-checked', 'false')
  })

  it('shows members that the owner has not agreed', async () => {
    server.assistant = { ...server.assistant, model: null, note: 'no-consent', can: { ask: true, agree: false } }
    const screen = await open(AT_FOLDER)
    await expect.element(screen.getByText(/オーナーがapi\.openai\.comへの送信に同意するまで/)).toBeVisible()
    expect(button(screen, '内容を確認する').elements()).toEqual([])
  })

  it('a chat is renamed and deleted by its menu', async () => {
    const screen = await withAnswer({ content: '回答' })
    await button(screen, 'チャットのメニュー').click()
    await screen.getByRole('menuitem', { name: '名前を変更' }).click()
    await screen.getByRole('textbox', { name: 'チャットの名前' }).fill('見積の件')
    await button(screen, '保存').click()
    await expect.element(screen.getByRole('heading', { name: '見積の件' })).toBeVisible()
    await button(screen, 'チャットのメニュー').click()
    await screen.getByRole('menuitem', { name: '削除' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: '削除' }).click()
    await expect.element(screen.getByRole('heading', { name: 'AIチャット' })).toBeVisible()
    expect(server.chats).toEqual([])
  })
})
