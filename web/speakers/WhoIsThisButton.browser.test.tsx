import type { Identity, User } from '@kaiwa/contract/accounts.ts'
import type { Tree } from '@kaiwa/contract/items.ts'
import { block, speaker } from '@kaiwa/transcript/test/factories.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { queryClient } from '../platform/query-client.ts'
import { sessionQuery } from '../platform/session.ts'
import { treeQuery } from '../platform/tree-query.ts'
import { openTestFile } from '../test/open-test-file.ts'
import { PrivatePage } from '../test/PrivatePage.tsx'
import { show } from '../test/show.tsx'
import { OpenFileContext } from '../transcripts/open-file.ts'
import { speakersQuery } from './queries.ts'
import { SpeakerFilterButton } from './SpeakerFilterButton.tsx'
import { WhoIsThisButton } from './WhoIsThisButton.tsx'

/** Calls that change something: path and body. */
let changes: [string, unknown][]
beforeEach(() => {
  changes = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input), location.href)
    if (init?.method && init.method !== 'GET') {
      changes.push([url.pathname.replace(/^.*\/v1/, ''), typeof init.body === 'string' && JSON.parse(init.body)])
      return Promise.resolve(Response.json({ success: true }))
    }
    if (!url.pathname.endsWith('/projects/3/speakers')) return new Promise(() => undefined)
    const data = url.searchParams.get('query') === '田中' ? [speaker(9, '田中')] : []
    return Promise.resolve(Response.json({ data, current_page: 1, last_page: 1 }))
  })
})
afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

async function open() {
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: 1, settings: {} } as User } as Identity)
  queryClient.setQueryData(treeQuery.queryKey, { all_items: [] } as unknown as Tree)
  queryClient.setQueryData(speakersQuery(3).queryKey, [speaker(1, '話者1'), speaker(2, '佐藤')])
  const blocks = [block({ uuid: 'A', speaker_id: 1, content: '本日はよろしくお願いします' }), block({ speaker_id: 2 })]
  const open = openTestFile({ blocks })
  const screen = await show(
    <QueryClientProvider client={queryClient}>
      <PrivatePage>
        <OpenFileContext value={open}>
          <div role="toolbar">
            <WhoIsThisButton />
            <SpeakerFilterButton speaker={0} onClick={() => undefined} />
          </div>
        </OpenFileContext>
      </PrivatePage>
    </QueryClientProvider>,
    'transcripts',
    'speakers',
  )
  await screen.getByRole('button', { name: /名前のない話者/ }).click()
  await expect.element(screen.getByRole('textbox')).toHaveFocus()
  return { screen }
}

it('takes the known speaker of a typed name, also before they are suggested', async () => {
  await open()
  await userEvent.keyboard('田中{Enter}')
  await expect
    .poll(() => changes)
    .toEqual([expect.arrayContaining([{ block_uuid: 'A', speaker_id: 9, type: 'multi' }])])
})

it('closes after the last name, and the focus is on the speaker filter', async () => {
  const { screen } = await open()
  queryClient.setQueryData(speakersQuery(3).queryKey, [speaker(1, '田中'), speaker(2, '佐藤')])
  await expect.element(screen.getByRole('button', { name: /話者で絞り込む/ })).toHaveFocus()
  queryClient.setQueryData(speakersQuery(3).queryKey, [speaker(1, '話者1'), speaker(2, '佐藤')])
  await expect.element(screen.getByRole('button', { name: /名前のない話者/ })).toBeVisible()
  expect(screen.getByRole('dialog').elements()).toEqual([])
})
