import type { Comment, CommentThread } from '@kaiwa/contract/comments.ts'
import type { Person } from '@kaiwa/contract/fields.ts'
import { EditSession } from '@kaiwa/editor/edit-session.ts'
import { block, document as transcript } from '@kaiwa/transcript/test/factories.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { compose, confirmConversion, pressInConversion, show } from '../test/show.tsx'
import type { Written } from './CommentForm.tsx'
import { queryClient } from '../platform/query-client.ts'
import { endSession } from '../platform/session.ts'
import { changePanel, usePanel } from './comment-panel.ts'
import { CommentList } from './CommentList.tsx'
import { endComment, startComment } from './new-comment.ts'
import { summaryOf } from './queries.ts'
import { threadQuery } from './thread-query.ts'

const PEOPLE: Person[] = [
  { id: 7, name: '佐藤 恵', avatar: null },
  { id: 8, name: '佐藤 太郎', avatar: null },
]

const FILE = { id: 5 }

let session: EditSession
let calls: unknown[][]
let refusal: Error | null
/** A search without an answer. */
let unanswered: string | null
/** Awaited before the answer of a change. */
let answer: Promise<void> | null
beforeEach(() => {
  visit()
  endSession({ onPurpose: true })
  calls = []
  refusal = null
  unanswered = null
  answer = null
})
afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

/** Creates a new edit session, as opening the file page does. */
function visit() {
  session = new EditSession(transcript(block({ uuid: 'A', content: '来週の定例会議です' })))
}

function openFile() {
  return { file: FILE, session }
}

function searchPeople(search: string): Promise<readonly Person[]> {
  if (search === unanswered) return new Promise(() => undefined)
  return Promise.resolve(PEOPLE.filter(({ name }) => name.includes(search)))
}

function comment(id: number, more: Partial<Comment> = {}): Comment {
  const author = { id: 1, name: '山田 花子', avatar: null }
  const dates = { created_at: '2026-11-21T03:04:05.000Z', edited_at: null }
  return { id, author, body: `本文${id}`, mentions: [], ...dates, can: { edit: true, delete: true }, ...more }
}

function thread(id: number, time: number, more: Partial<CommentThread> = {}): CommentThread {
  const passage = { block_uuid: 'A', start_offset: 3, end_offset: 7, text: '定例会議', quote: `引用${id}` }
  const state = { time, is_removed: false, resolved: null, can: { reply: true, resolve: true } }
  return { id, ...passage, ...state, comments: [comment(id * 10)], ...more }
}

async function noted(name: string, ...values: unknown[]) {
  calls.push([name, ...values])
  await answer
  if (refusal) throw refusal
}

function List({ threads }: { threads: readonly CommentThread[] }) {
  const panel = usePanel(session)
  return (
    <QueryClientProvider client={queryClient}>
      <CommentList
        fileId={FILE.id}
        threads={threads.map(summaryOf)}
        panel={panel}
        canComment
        searchPeople={searchPeople}
        onFilter={(resolved) => changePanel(session, { resolved })}
        onChoose={({ id }) => {
          changePanel(session, { chosen: id })
          void noted('choose', id)
        }}
        onPlay={(time) => void noted('play', time)}
        onCreate={async (passage, written: Written) => {
          await noted('create', passage.text, written)
          endComment(openFile(), passage)
        }}
        onDiscard={(passage) => endComment(openFile(), passage)}
        onReply={(id, written) => noted('reply', id, written)}
        onEdit={(id, written) => noted('edit', id, written)}
        onDelete={(id) => noted('delete', id)}
        onResolve={(id, isResolved) => noted('resolve', id, isResolved)}
      />
    </QueryClientProvider>
  )
}

/** Puts the comments of these threads where a card finds them. */
function store(...threads: CommentThread[]) {
  for (const one of threads) queryClient.setQueryData(threadQuery(FILE.id, one.id).queryKey, one)
}

function open(...threads: CommentThread[]) {
  store(...threads)
  return show(<List threads={threads} />, 'comments')
}

const passage = { block_uuid: 'A', start_offset: 3, text: '定例会議', time: 20 }

describe('the list', () => {
  it('lists open threads and unsent comments in the order of the recording, and resolved threads by a filter', async () => {
    const by = { id: 2, name: '鈴木 一郎', avatar: null }
    const screen = await open(
      thread(1, 10),
      thread(2, 65, { is_removed: true }),
      thread(3, 30, { resolved: { at: '2026-11-21T03:04:05.000Z', by } }),
    )
    startComment(openFile(), passage)
    const quotes = () =>
      screen
        .getByRole('article')
        .elements()
        .map((card) => card.textContent.slice(0, 9))
    await expect
      .poll(quotes)
      .toEqual(
        ['00:10引用1山', '00:20定例会議', '01:05引用2対'].map((text) => expect.stringContaining(text.slice(0, 8))),
      )
    await expect.element(screen.getByText('対象の箇所は削除されました')).toBeVisible()
    await screen.getByText('解決済み（1）').click()
    await expect.element(screen.getByText('鈴木 一郎さんが解決済みにしました')).toBeVisible()
    expect(screen.getByRole('article').elements()).toHaveLength(1)
    await screen.getByRole('button', { name: '未解決に戻す' }).click()
    expect(calls).toEqual([['resolve', 3, false]])
  })

  it('keeps a thread with an unsent reply when another user resolves or deletes it', async () => {
    const by = { id: 2, name: '鈴木 一郎', avatar: null }
    const screen = await open(thread(1, 10), thread(2, 20))
    const fields = screen.getByRole('textbox', { name: '返信を入力' })
    await fields.first().fill('返信1')
    await fields.last().fill('返信2')
    const resolved = thread(1, 10, { resolved: { at: '2026-11-21T03:04:05.000Z', by } })
    store(resolved)
    queryClient.setQueryData(threadQuery(FILE.id, 2).queryKey, null)
    await screen.rerender(<List threads={[resolved]} />)
    await expect.element(screen.getByText('鈴木 一郎さんが解決済みにしました')).toBeVisible()
    await expect.element(screen.getByText('このコメントは削除されました。')).toBeVisible()
    await expect.element(fields.last()).toHaveFocus()
    await expect.element(fields.first()).toHaveValue('返信1')
    await expect.element(fields.last()).toHaveValue('返信2')
    await screen.getByRole('button', { name: '下書きを破棄' }).last().click()
    await expect.element(screen.getByText('このコメントは削除されました。')).not.toBeInTheDocument()
    await screen.getByRole('button', { name: '返信', exact: true }).click()
    expect(calls).toEqual([['reply', 1, { body: '返信1', mentions: [] }]])
    await expect.element(screen.getByText('未解決のコメントはありません')).toBeVisible()
  })

  it('names the menu of a former user, and a new comment by its time', async () => {
    const screen = await open(thread(1, 10, { comments: [comment(1, { author: null })] }))
    startComment(openFile(), passage)
    await expect.element(screen.getByRole('button', { name: 'コメントのメニュー', exact: true })).toBeVisible()
    await expect.element(screen.getByRole('article', { name: '新しいコメント（00:20）' })).toBeVisible()
  })

  it('says what to do when it is empty', async () => {
    const screen = await open()
    await expect.element(screen.getByText('未解決のコメントはありません')).toBeVisible()
    await expect.element(screen.getByText(/選択して「コメント」を押すと/)).toBeVisible()
  })

  it('shows the passage of a thread, plays from it, and marks it as chosen', async () => {
    const screen = await open(thread(1, 10))
    await screen.getByRole('button', { name: '引用1の箇所を表示' }).click()
    await screen.getByRole('button', { name: '00:10から再生' }).click()
    expect(calls).toEqual([
      ['choose', 1],
      ['play', 10],
    ])
    await expect.element(screen.getByRole('article')).toHaveAttribute('data-chosen', 'true')
  })

  it('offers only what the reader may do', async () => {
    const may = { edit: false, delete: false }
    const screen = await open(
      thread(1, 10, { comments: [comment(1, { can: may })], can: { reply: false, resolve: false } }),
    )
    await expect.element(screen.getByText('本文1')).toBeVisible()
    for (const name of ['解決済みにする', '山田 花子さんのコメントのメニュー'])
      expect(screen.getByRole('button', { name }).elements()).toEqual([])
    expect(screen.getByRole('textbox').elements()).toEqual([])
  })

  it('shows plain text with links and mentions, never markup', async () => {
    const body = '<b>@佐藤 恵</b> https://kaiwa.example/a を参照'
    const screen = await open(
      thread(1, 10, { comments: [comment(1, { body, mentions: [{ user_id: 7, name: '佐藤 恵' }] })] }),
    )
    const link = screen.getByRole('link', { name: 'https://kaiwa.example/a' })
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    await expect.element(screen.getByText('@佐藤 恵', { exact: true })).toBeVisible()
    expect(screen.container.querySelector('b')).toBeNull()
  })

  it('changes and deletes a comment by its menu', async () => {
    const screen = await open(thread(1, 10))
    const menu = screen.getByRole('button', { name: '山田 花子さんのコメントのメニュー' })
    await menu.click()
    await screen.getByRole('menuitem', { name: '編集' }).click()
    const field = screen.getByRole('textbox', { name: 'コメントを編集' })
    await field.fill('直した本文')
    await screen.getByRole('button', { name: '保存' }).click()
    await expect.element(field).not.toBeInTheDocument()
    await menu.click()
    await screen.getByRole('menuitem', { name: '削除' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: '削除' }).click()
    await expect
      .poll(() => calls)
      .toEqual([
        ['edit', 10, { body: '直した本文', mentions: [] }],
        ['delete', 10],
      ])
  })
})

describe('writing', () => {
  async function write() {
    const screen = await open()
    startComment(openFile(), passage)
    const field = screen.getByRole('textbox', { name: /コメントを入力/ })
    await expect.element(field).toHaveFocus()
    return { screen, field }
  }

  it('Enter is a new line, also after a conversion; Ctrl+Enter sends', async () => {
    const { field } = await write()
    await compose('かくにん')
    await pressInConversion('Enter')
    await confirmConversion('確認')
    await userEvent.keyboard('{Enter}お願いします')
    expect(calls).toEqual([])
    await expect.element(field).toHaveValue('確認\nお願いします')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => calls).toEqual([['create', '定例会議', { body: '確認\nお願いします', mentions: [] }]])
    await expect.element(field).not.toBeInTheDocument()
  })

  it('inserts a character typed in the same frame after the chosen name', async () => {
    const { screen, field } = await write()
    await userEvent.keyboard('@佐藤')
    await expect.element(screen.getByRole('option', { name: '佐藤 恵' })).toHaveAttribute('aria-selected', 'true')
    const element = field.element() as HTMLTextAreaElement
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    // Inserts a character at the caret, like a key press.
    document.execCommand('insertText', false, '日')
    await userEvent.keyboard('付')
    await expect.element(field).toHaveValue('@佐藤 恵 日付')
  })

  it('suggests people after @, selectable with arrow keys and Enter, and sends only mentions that are still in the text', async () => {
    const { screen, field } = await write()
    await userEvent.keyboard('@佐藤')
    await expect.element(screen.getByRole('option', { name: '佐藤 恵' })).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(field).toHaveValue('@佐藤 太郎 ')
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
    await userEvent.keyboard('と@')
    await screen.getByRole('option', { name: '佐藤 恵' }).click()
    await expect.element(field).toHaveValue('@佐藤 太郎 と@佐藤 恵 ')
    await field.fill('@佐藤 恵 お願いします')
    await screen.getByRole('button', { name: '送信' }).click()
    await expect.poll(() => calls).toEqual([['create', '定例会議', { body: '@佐藤 恵 お願いします', mentions: [7] }]])
  })

  it('Enter selects no person before the answer for the typed words has arrived, and Shift+Tab never selects one', async () => {
    unanswered = '佐藤太'
    const { screen, field } = await write()
    await userEvent.keyboard('@佐')
    await expect.element(screen.getByRole('listbox')).toBeVisible()
    await userEvent.keyboard('藤太{Enter}')
    await expect.element(field).toHaveValue('@佐藤太\n')
    await userEvent.keyboard('@佐')
    await expect.element(screen.getByRole('listbox')).toBeVisible()
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    await expect.element(field).toHaveValue('@佐藤太\n@佐')
    await expect.element(field).not.toHaveFocus()
  })

  it('Escape closes the people and keeps the text', async () => {
    const { screen, field } = await write()
    await userEvent.keyboard('@佐')
    await expect.element(screen.getByRole('listbox')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
    await expect.element(field).toHaveValue('@佐')
  })

  it('keeps text that could not be stored, and unsent text when the panel is closed', async () => {
    const { screen, field } = await write()
    refusal = new Error('offline')
    await field.fill('大事な質問')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => calls).toHaveLength(1)
    await expect.element(field).toHaveValue('大事な質問')
    await screen.unmount()
    const again = await open()
    await expect.element(again.getByRole('textbox', { name: /コメントを入力/ })).toHaveValue('大事な質問')
    await again.getByRole('button', { name: '下書きを破棄' }).click()
    await expect.element(again.getByText('未解決のコメントはありません')).toBeVisible()
  })

  it('keeps the text while it is being sent', async () => {
    let finish = () => {}
    answer = new Promise((resolve) => {
      finish = resolve
    })
    const { screen, field } = await write()
    await field.fill('確認をお願いします')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => calls).toHaveLength(1)
    await userEvent.keyboard('追伸')
    await expect.element(field).toHaveValue('確認をお願いします')
    finish()
    await expect.element(screen.getByRole('article')).not.toBeInTheDocument()
  })

  it('keeps unsent text when another page is shown, until the session ends', async () => {
    const { screen, field } = await write()
    await field.fill('大事な質問')
    await screen.unmount()
    visit()
    const again = await open()
    await expect.element(again.getByRole('textbox', { name: /コメントを入力/ })).toHaveValue('大事な質問')
    await again.unmount()
    endSession({ onPurpose: true })
    visit()
    const other = await open()
    await expect.element(other.getByText('未解決のコメントはありません')).toBeVisible()
  })

  it('does not send an empty or too long text, and says by how much', async () => {
    const { screen, field } = await write()
    const send = screen.getByRole('button', { name: '送信' })
    await expect.element(send).toBeDisabled()
    await field.fill('あ'.repeat(2_003))
    await expect.element(screen.getByText('3文字超えています')).toBeVisible()
    await expect.element(send).toBeDisabled()
  })
})
