import type { Tag } from '@kaiwa/contract/tags.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { queryClient } from '../platform/query-client.ts'
import { show } from '../test/show.tsx'
import { TagMenu } from './TagMenu.tsx'

afterEach(() => vi.restoreAllMocks())

const TAG: Tag = {
  id: 3,
  tag_category_id: 1,
  name: '要望',
  appearance: '#FD6F2C',
  display_order: 0,
  can: { edit: true },
}

it('TAG-23 saves a new name while a new colour is being saved', async () => {
  const bodies: unknown[] = []
  const waiting: (() => void)[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_input, init) => {
    bodies.push(JSON.parse(init?.body as string))
    await new Promise<void>((resolve) => waiting.push(resolve))
    return Response.json(TAG)
  })
  const screen = await show(
    <QueryClientProvider client={queryClient}>
      <TagMenu source={{ fileId: 5 }} tag={TAG} />
    </QueryClientProvider>,
    'tags',
  )
  await screen.getByRole('button', { name: '「要望」の操作' }).click()
  await screen.getByRole('radio', { name: '赤', exact: true }).click()
  await screen.getByRole('textbox', { name: 'タグ名' }).fill('要件')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => bodies).toMatchObject([{ appearance: expect.stringMatching(/^#/) }, { name: '要件' }])
  expect(bodies).toHaveLength(2)
  for (const answer of waiting) answer()
  await expect.element(screen.getByRole('textbox', { name: 'タグ名' })).not.toBeInTheDocument()
})
