import type { Comment, CommentThread } from '@kaiwa/contract/comments.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/query-client.ts'
import { show } from '../test/show.tsx'
import { putThread, refreshThreads, summaryOf } from './queries.ts'
import { ThreadCard } from './ThreadCard.tsx'

const FILE = 5

function comment(id: number, body = `本文${id}`): Comment {
  const author = { id: 1, name: '山田 花子', avatar: null }
  const dates = { created_at: '2026-11-21T03:04:05.000Z', edited_at: null }
  return { id, author, body, mentions: [], ...dates, can: { edit: true, delete: true } }
}

function thread(id: number, comments = [comment(id * 100)]): CommentThread {
  const passage = { block_uuid: 'A', start_offset: 3, end_offset: 7, text: '定例会議', quote: '定例会議' }
  const state = { time: id, is_removed: false, resolved: null, can: { reply: true, resolve: true } }
  return { id, ...passage, ...state, comments }
}

/** The threads on the server, and the ids of each request. */
let stored: CommentThread[]
let requested: number[][]
let failures: number
beforeEach(() => {
  requested = []
  failures = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { searchParams } = new URL(input instanceof Request ? input.url : String(input), location.href)
    const ids = searchParams.getAll('thread_ids[]').map(Number)
    requested.push(ids)
    if (failures-- > 0) return Response.json({ error: 'E_NOT_FOUND' }, { status: 404 })
    return Response.json({ threads: stored.filter(({ id }) => ids.includes(id)) })
  })
})
afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

async function done() {}

/** Number of requests, also of those without an answer. */
function requests(): number {
  return vi.mocked(globalThis.fetch).mock.calls.length
}

function Cards() {
  return (
    <QueryClientProvider client={queryClient}>
      {stored.map((one) => (
        <ThreadCard
          key={one.id}
          fileId={FILE}
          thread={summaryOf(one)}
          isChosen={false}
          isAnswered={false}
          isDeleted={false}
          searchPeople={async () => []}
          onShow={done}
          onPlay={done}
          onReply={done}
          onEdit={done}
          onDelete={done}
          onResolve={done}
        />
      ))}
    </QueryClientProvider>
  )
}

it('requests the comments of cards near the view together, at most 20 in a request, and the others when they come near', async () => {
  stored = Array.from({ length: 200 }, (_, index) => thread(index + 1))
  const screen = await show(<Cards />, 'comments')
  await expect.element(screen.getByText('本文100', { exact: true })).toBeVisible()
  const first = requested.flat()
  expect(first.length).toBeLessThan(60)
  expect(requested.every((ids) => ids.length <= 20)).toBe(true)
  expect(requested.length).toBeLessThanOrEqual(Math.ceil(first.length / 20) + 1)
  screen.getByRole('article').last().element().scrollIntoView()
  await expect.element(screen.getByText('本文20000')).toBeVisible()
  expect(new Set(requested.flat()).size).toBe(requested.flat().length)
})

it('requests changed comments again where they are shown, and no others', async () => {
  stored = [thread(1), thread(2), thread(3)]
  const screen = await show(<Cards />, 'comments')
  await expect.element(screen.getByText('本文300')).toBeVisible()
  requested = []
  stored = [thread(1), thread(2, [comment(200, '直した本文')]), thread(3)]
  await refreshThreads(queryClient, FILE, [2, 99])
  await expect.element(screen.getByText('直した本文')).toBeVisible()
  expect(requested).toEqual([[2]])
})

it('an answer that was requested before a change does not replace the result of the change', async () => {
  stored = [thread(1)]
  const screen = await show(<Cards />, 'comments')
  await expect.element(screen.getByText('本文100')).toBeVisible()
  const late = Promise.withResolvers<Response>()
  vi.mocked(globalThis.fetch).mockImplementationOnce(() => late.promise)
  const refreshed = refreshThreads(queryClient, FILE, [1])
  await expect.poll(requests).toBe(2)
  const old = stored
  const own = thread(1, [comment(100), comment(101, '返信した本文')])
  stored = [own]
  await putThread(queryClient, FILE, own)
  late.resolve(Response.json({ threads: old }))
  await refreshed
  await expect.element(screen.getByText('返信した本文')).toBeVisible()
})

it("the result of a change does not hide another person's comment that was being requested", async () => {
  stored = [thread(1)]
  const screen = await show(<Cards />, 'comments')
  await expect.element(screen.getByText('本文100')).toBeVisible()
  const held = Promise.withResolvers<Response>()
  vi.mocked(globalThis.fetch).mockImplementationOnce(() => held.promise)
  void refreshThreads(queryClient, FILE, [1])
  await expect.poll(requests).toBe(2)
  const own = [comment(100), comment(101, '返信した本文')]
  stored = [thread(1, [...own, comment(102, '他の人の本文')])]
  await putThread(queryClient, FILE, thread(1, own))
  await expect.element(screen.getByText('他の人の本文')).toBeVisible()
  await expect.element(screen.getByText('返信した本文')).toBeVisible()
})

it('a card that is unmounted during its request and mounted again shows a change that was made in between', async () => {
  stored = [thread(1)]
  const late = Promise.withResolvers<Response>()
  vi.mocked(globalThis.fetch).mockImplementationOnce(() => late.promise)
  const screen = await show(<Cards />, 'comments')
  await expect.poll(requests).toBe(1)
  await screen.unmount()
  const old = stored
  stored = [thread(1, [comment(100, '直した本文')])]
  await refreshThreads(queryClient, FILE, [1])
  late.resolve(Response.json({ threads: old }))
  await expect.poll(() => queryClient.isFetching({ queryKey: ['comment-thread'] })).toBe(0)
  const again = await show(<Cards />, 'comments')
  await expect.element(again.getByText('直した本文')).toBeVisible()
})

it('says that comments could not be loaded, and loads them by a button', async () => {
  stored = [thread(1)]
  failures = 1
  const screen = await show(<Cards />, 'comments')
  await screen.getByRole('alert').getByRole('button', { name: '再試行' }).click()
  await expect.element(screen.getByText('本文100')).toBeVisible()
})

it('hides the middle of a long thread behind a button, and no comment that arrives later', async () => {
  const comments = Array.from({ length: 10 }, (_, index) => comment(index + 1, `第${index + 1}報`))
  stored = [thread(1, comments)]
  const screen = await show(<Cards />, 'comments')
  await expect.element(screen.getByText('第10報')).toBeVisible()
  const shown = () =>
    screen
      .getByText(/^第/)
      .elements()
      .map(({ textContent }) => textContent)
  expect(shown()).toEqual(['第1報', '第8報', '第9報', '第10報'])
  await putThread(queryClient, FILE, thread(1, [...comments, comment(11, '第11報')]))
  await expect.poll(shown).toEqual(['第1報', '第8報', '第9報', '第10報', '第11報'])
  await screen.getByRole('button', { name: 'ほか6件の返信を表示' }).click()
  expect(shown()).toHaveLength(11)
  const button = screen.getByRole('button', { name: '6件の返信を隠す' })
  await expect.element(button).toHaveFocus()
  await button.click()
  expect(shown()).toHaveLength(5)
})
