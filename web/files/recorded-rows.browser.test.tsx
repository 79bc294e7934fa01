// A file that another person is recording, in lists and on its page.
import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/query-client.ts'
import { show } from '../test/show.tsx'
import { FileStatus } from './FileStatus.tsx'

const START = new Date('2026-11-27T10:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(START)
})
afterEach(() => {
  vi.useRealTimers()
  queryClient.clear()
})

/** `activeAfter`: seconds from the start to the last byte. */
function file(activeAfter: number, can: Partial<ProjectFile['can']> = {}): ProjectFile {
  return {
    id: 5,
    project_id: 7,
    title: '定例',
    status: 'waiting',
    failed_reason: null,
    note: null,
    is_recording: true,
    created_at: new Date(START.getTime() - 754_000).toISOString(),
    original_size: 0,
    upload: {
      id: 3,
      uuid: 'a',
      received: 1,
      active_at: new Date(START.getTime() + activeAfter * 1_000).toISOString(),
      expired_at: 2e9,
    },
    can: { open: false, rename: true, ...can },
  } as ProjectFile
}

function row(of: ProjectFile) {
  return (
    <QueryClientProvider client={queryClient}>
      <FileStatus file={of} />
    </QueryClientProvider>
  )
}

describe('APP-12 a file that is being recorded', () => {
  it('shows the time since its start instead of an upload, and when it can be opened', async () => {
    const screen = await show(row(file(0)), 'workspace')
    await expect.element(screen.getByText('録音中')).toBeVisible()
    await expect.element(screen.getByText(/^開始から 12:[3-5]\d$/)).toBeVisible()
    await expect.element(screen.getByText('録音が終わると開けます')).toBeVisible()
    expect(screen.getByRole('progressbar').query()).toBeNull()
    // Other people cannot end it.
    expect(screen.getByRole('button').elements()).toEqual([])
    await screen.rerender(row(file(0, { open: true })))
    await expect.element(screen.getByText('認識された部分から読めます')).toBeVisible()
  })

  it('says that nothing arrives any more when the recorder is gone, and offers to cancel it', async () => {
    const screen = await show(row(file(0)), 'workspace')
    await expect.element(screen.getByText('録音中')).toBeVisible()
    vi.setSystemTime(START.getTime() + 120_000)
    await expect.element(screen.getByText(/^開始から 14:[3-5]\d$/)).toBeVisible()
    vi.setSystemTime(START.getTime() + 200_000)
    await expect.element(screen.getByText('録音の続きが届いていません')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'アップロードをキャンセル' })).toBeVisible()
    // New bytes have arrived.
    await screen.rerender(row(file(195)))
    await expect.element(screen.getByText('録音中')).toBeVisible()
  })

  it('is interrupted at once on a page that is opened later', async () => {
    const screen = await show(row(file(-181)), 'workspace')
    await expect.element(screen.getByText('録音の続きが届いていません')).toBeVisible()
  })
})

describe('PROC-05 a file that another browser uploads', () => {
  const uploading = (activeAfter: number) => row({ ...file(activeAfter), is_recording: false, original_size: 4 })

  it('shows the share that has arrived', async () => {
    const screen = await show(uploading(0), 'workspace')
    await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
  })

  it('PROC-06 is interrupted when no byte has arrived for a while', async () => {
    const screen = await show(uploading(-46), 'workspace')
    await expect.element(screen.getByText('アップロードが中断されました')).toBeVisible()
    await screen.rerender(uploading(-20))
    await expect.element(screen.getByText('アップロードが中断されました')).not.toBeInTheDocument()
  })
})
