import type { Tag } from '@kaiwa/contract/tags.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/query-client.ts'
import { show } from '../test/show.tsx'
import { TagPicker } from './TagPicker.tsx'

afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

const tag: Tag = {
  id: 3,
  tag_category_id: 1,
  name: '課題',
  appearance: '#FF0000',
  display_order: 0,
  can: { edit: true },
}

it('says that there is no matching tag only when tags and categories are known', async () => {
  const categories = Promise.withResolvers<Response>()
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href)
    return pathname.endsWith('categories') ? categories.promise : Promise.resolve(Response.json([tag]))
  })
  const screen = await show(
    <QueryClientProvider client={queryClient}>
      <TagPicker ticks={new Map()} busy={new Set()} onToggle={() => undefined} onCreate={() => undefined} />
    </QueryClientProvider>,
    'tags',
  )
  await expect.poll(() => queryClient.isFetching()).toBe(1)
  expect(screen.container.querySelector('[role=listbox]')?.ariaBusy).toBe('true')
  expect(screen.getByText('一致するタグはありません').query()).toBeNull()
  categories.resolve(Response.json([{ id: 1, name: 'タグ' }]))
  await expect.element(screen.getByRole('option', { name: '課題' })).toBeVisible()
  await screen.getByRole('combobox').fill('課題なし')
  await expect.element(screen.getByRole('option', { name: '課題', exact: true })).not.toBeInTheDocument()
})
