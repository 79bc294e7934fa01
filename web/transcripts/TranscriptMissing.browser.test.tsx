import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { queryClient } from '../platform/query-client.ts'
import { show } from '../test/show.tsx'
import type { FileDetail } from './queries.ts'
import { TranscriptMissing } from './TranscriptMissing.tsx'

it.each([
  ['uploaded', 0, '解析しています'],
  ['processing', 0, '解析しています'],
  // The page knows of the first blocks before it has read them.
  ['processing', 3, '解析しています'],
  ['processed', 0, '文字起こしはありません'],
] as const)('says for a file that is %s, with %i blocks: %s', async (status, blocks, title) => {
  const file = { id: 5, status, duration: 60, transcript: { block_count: blocks } } as unknown as FileDetail
  const screen = await show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <TranscriptMissing file={file} />
      </MemoryRouter>
    </QueryClientProvider>,
    'transcripts',
    'workspace',
  )
  await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
})
