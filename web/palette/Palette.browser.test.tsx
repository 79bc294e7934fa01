import type { Identity } from '@kaiwa/contract/accounts.ts'
import type { Item, Tree } from '@kaiwa/contract/items.ts'
import type { FoundEverywhere } from '@kaiwa/contract/search-everywhere.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { IS_MAC } from '../platform/keyboard.ts'
import { queryClient } from '../platform/query-client.ts'
import { sessionQuery } from '../platform/session.ts'
import { treeQuery } from '../platform/tree-query.ts'
import { PrivatePage } from '../test/PrivatePage.tsx'
import { compose, confirmConversion, pressInConversion, show } from '../test/show.tsx'
import { PaletteButton } from './PaletteButton.tsx'

const OPEN = IS_MAC ? '{Meta>}k{/Meta}' : '{Control>}k{/Control}'
const NOTHING: FoundEverywhere = { folders: [], files: [], members: [], speakers: [], tags: [], spoken: [] }

function folders(...names: string[]): FoundEverywhere {
  return { ...NOTHING, folders: names.map((name, index) => ({ id: index + 1, name, path: [] })) }
}

/** Responses to searches, by their words. */
let answers: Map<string, Promise<FoundEverywhere>>
let asked: string[]
beforeEach(() => {
  answers = new Map()
  asked = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input), location.href)
    if (pathname !== '/api/search/everywhere') return new Promise<Response>(() => undefined)
    const words = searchParams.get('query') ?? ''
    asked.push(words)
    return Response.json(await (answers.get(words) ?? NOTHING))
  })
})
afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

async function open() {
  const user = { id: 1, name: '見本', workspaces: [], settings: {}, can: {} }
  queryClient.setQueryData(sessionQuery.queryKey, { user } as unknown as Identity)
  const root = {
    resource_id: 9,
    is_root_item: true,
    path: '1',
    can: { create_folder: true, upload: false },
    children: [],
  }
  const tree: Tree = {
    all_items: [root as unknown as Item],
    project_ids_with_owner: [],
    shared_folder_ids: [],
    unread_item_ids: [],
  }
  queryClient.setQueryData(treeQuery.queryKey, tree)
  const screen = await show(
    <QueryClientProvider client={queryClient}>
      <PrivatePage>
        <MemoryRouter initialEntries={['/start']}>
          <input aria-label="メモ" />
          <PaletteButton />
          <Address />
        </MemoryRouter>
      </PrivatePage>
    </QueryClientProvider>,
    'workspace',
    'palette',
    'home',
    'uploads',
  )
  const memo = screen.getByRole('textbox', { name: 'メモ' })
  await memo.click()
  await userEvent.keyboard(OPEN)
  const field = screen.getByRole('combobox', { name: 'すべてを検索' })
  await expect.element(field).toHaveFocus()
  /** The option that the field names as the active one. */
  const active = () => {
    const id = field.element().getAttribute('aria-activedescendant')
    return id === null ? null : (document.getElementById(id)?.textContent ?? 'missing')
  }
  return { screen, memo, field, active, address: screen.getByRole('status', { name: 'address' }) }
}

describe('the palette', () => {
  it('opens by its key in a text field, closes by the key or Escape, and returns the focus', async () => {
    const { screen, memo, field } = await open()
    await expect.element(screen.getByRole('dialog', { name: 'すべてを検索' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(field).not.toBeInTheDocument()
    await expect.element(memo).toHaveFocus()
    await userEvent.keyboard(OPEN)
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard(OPEN)
    await expect.element(field).not.toBeInTheDocument()
    await expect.element(memo).toHaveFocus()
    await screen.getByRole('button', { name: 'すべてを検索' }).click()
    await expect.element(field).toHaveFocus()
  })

  it('moves through the groups with the arrow keys, around both ends, and opens with Enter', async () => {
    answers.set('予', Promise.resolve({ ...folders('予算', '予定'), tags: [] }))
    const { screen, field, active, address } = await open()
    await field.fill('予')
    const options = screen.getByRole('option')
    await expect.element(options.nth(2)).toBeInTheDocument()
    const group = screen.getByRole('group', { name: 'フォルダ' })
    expect(
      group
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['予算', '予定'])
    const seen = [active()]
    for (const key of ['{ArrowDown}', '{ArrowDown}', '{ArrowDown}', '{ArrowUp}', '{ArrowUp}']) {
      await userEvent.keyboard(key)
      seen.push(active())
    }
    const all = '「予」の検索結果をすべて表示'
    expect(seen).toEqual(['予算', '予定', all, '予算', all, '予定'])
    await expect.element(screen.getByRole('option', { name: '予定' })).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Enter}')
    await expect.element(address).toHaveTextContent('/projects/2')
    await expect.element(field).not.toBeInTheDocument()
  })

  it('Enter and Escape of a conversion neither open nor close anything, and its text is not searched', async () => {
    answers.set('会議', Promise.resolve(folders('会議')))
    const { screen, field, address } = await open()
    await compose('かいぎ')
    for (const key of ['Enter', 'Escape', 'ArrowDown']) await pressInConversion(key)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect([address.element().textContent, asked]).toEqual(['/start', []])
    await expect.element(field).toBeVisible()
    await confirmConversion('会議')
    await expect.element(screen.getByRole('option', { name: '会議' })).toBeVisible()
    expect(asked).toEqual(['会議'])
  })

  it('an old answer never replaces a newer one, and Enter waits for the answer to what was typed', async () => {
    const old = Promise.withResolvers<FoundEverywhere>()
    const next = Promise.withResolvers<FoundEverywhere>()
    answers.set('古', old.promise)
    answers.set('次', next.promise)
    const { screen, field, address } = await open()
    await field.fill('古')
    await expect.poll(() => asked).toEqual(['古'])
    await field.fill('次')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => asked).toEqual(['古', '次'])
    old.resolve(folders('古い'))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(address.element().textContent).toBe('/start')
    expect(screen.getByRole('option', { name: '古い' }).query()).toBeNull()
    next.resolve({ ...NOTHING, folders: [{ id: 77, name: '次の会議', path: [] }] })
    await expect.element(address).toHaveTextContent('/projects/77')
  })

  it('says that nothing was found, and offers a retry after a failure', async () => {
    const { screen, field } = await open()
    await field.fill('無い')
    await expect.element(screen.getByText('見つかりません', { exact: true }).first()).toBeVisible()
    expect(screen.getByRole('option').elements()).toEqual([])
    vi.mocked(fetch).mockImplementationOnce(async () => Response.json({ error: 'E_INTERNAL' }, { status: 500 }))
    await field.fill('失敗')
    const alert = screen.getByRole('alert')
    await expect.element(alert).toBeVisible()
    answers.set('失敗', Promise.resolve(folders('失敗談')))
    await alert.getByRole('button', { name: '再試行' }).click()
    await expect.element(screen.getByRole('option', { name: '失敗談' })).toBeVisible()
  })

  it('a command that needs a name asks for it; the focus then returns to where it was', async () => {
    const { screen, field, memo } = await open()
    await field.fill('新しいフォルダ')
    await expect.element(screen.getByRole('option', { name: /新しいフォルダを作成/ })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    const dialog = screen.getByRole('dialog', { name: 'フォルダを作成' })
    await expect.element(dialog.getByRole('textbox')).toHaveFocus()
    await dialog.getByRole('button', { name: 'キャンセル' }).click()
    await expect.element(memo).toHaveFocus()
  })

  it('the key does nothing while another dialog is open', async () => {
    const { field } = await open()
    await userEvent.keyboard('{Escape}')
    await expect.element(field).not.toBeInTheDocument()
    const other = document.createElement('div')
    other.setAttribute('aria-modal', 'true')
    document.body.append(other)
    await userEvent.keyboard(OPEN)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(field.query()).toBeNull()
    other.remove()
  })
})
