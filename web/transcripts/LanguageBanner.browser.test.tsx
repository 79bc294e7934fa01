import type { Identity, User } from '@kaiwa/contract/accounts.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { installationQuery } from '../platform/installation-query.ts'
import { queryClient } from '../platform/query-client.ts'
import { sessionQuery } from '../platform/session.ts'
import { PrivatePage } from '../test/PrivatePage.tsx'
import { show } from '../test/show.tsx'
import { LanguageBanner } from './LanguageBanner.tsx'
import type { FileDetail } from './queries.ts'

let languages: string[]
beforeEach(() => {
  languages = ['ja', 'en']
  localStorage.clear()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) =>
    new URL(input instanceof Request ? input.url : String(input), location.href).pathname.endsWith('/installation')
      ? Response.json({ languages, detects_language: true })
      : new Promise<Response>(() => undefined),
  )
})
afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

function open(fileId = 5) {
  const user = { id: 1, workspaces: [] } as unknown as User
  queryClient.setQueryData(sessionQuery.queryKey, { user } as Identity)
  const file = { id: fileId, title: '商談', language: 'auto', detected_language: 'en' } as FileDetail
  return show(
    <QueryClientProvider client={queryClient}>
      <PrivatePage>
        <LanguageBanner file={file} />
      </PrivatePage>
    </QueryClientProvider>,
    'workspace',
    'transcripts',
  )
}

const SENTENCE = '言語を英語と自動判定しました。異なる場合は、別の言語で解析し直せます。'

it('says which language was detected, and asks before another one', async () => {
  const screen = await open()
  await expect.element(screen.getByText(SENTENCE)).toBeVisible()
  await screen.getByRole('button', { name: '日本語で解析し直す' }).click()
  await expect.element(screen.getByRole('dialog', { name: '日本語で解析し直しますか？' })).toBeVisible()
})

it('stays closed for its file, not for others', async () => {
  const screen = await open(5)
  await screen.getByRole('button', { name: '閉じる' }).click()
  await expect.element(screen.getByText(SENTENCE)).not.toBeInTheDocument()
  await screen.unmount()
  const again = await open(5)
  const other = await open(6)
  await expect.element(other.getByText(SENTENCE)).toBeVisible()
  expect(again.container.querySelector('[role=alert]')).toBeNull()
})

it('is not shown where no engine recognises another language', async () => {
  languages = ['en']
  const screen = await open()
  await expect.poll(() => queryClient.getQueryData(installationQuery.queryKey)).toMatchObject({ languages })
  expect(screen.getByText(SENTENCE).query()).toBeNull()
})
