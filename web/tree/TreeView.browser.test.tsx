import type { Item } from '@kaiwa/contract/items.ts'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../test/show.tsx'
import { TreeView } from './TreeView.tsx'

function folder(id: number, children: Item[] = []): Item {
  return { id, resource_id: id, name: `フォルダ${id}`, children, can: { move: false } } as unknown as Item
}

/** 2,000 folders; the second has three. */
const items = Array.from({ length: 2_000 }, (_, at) =>
  folder(at + 1, at === 1 ? [5_001, 5_002, 5_003].map((id) => folder(id)) : []),
)

const opened = vi.fn<(item: Item) => void>()
beforeEach(() => opened.mockReset())

function Page({ currentId = null }: { currentId?: number | null }) {
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set())
  const handleToggle = (id: number) =>
    setExpanded((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set(before).add(id),
    )
  return (
    <div style={{ height: 320 }}>
      <TreeView
        label="フォルダ"
        items={items}
        expanded={expanded}
        currentId={currentId}
        isDisabled={({ id }) => id === 3}
        renderIcon={() => null}
        onToggle={handleToggle}
        onOpen={opened}
      />
    </div>
  )
}

function rowOf(id: number) {
  return document.querySelector<HTMLElement>(`[role=treeitem][data-id="${id}"]`)
}

function focusedId() {
  return Number((document.activeElement as HTMLElement | null)?.dataset['id'])
}

function openedIds() {
  return opened.mock.calls.map(([{ id }]) => id)
}

describe('the folder tree', () => {
  it('renders the visible rows only, and every row can be reached', async () => {
    const screen = await show(<Page />)
    const tree = screen.getByRole('tree', { name: 'フォルダ' })
    await expect.poll(() => document.querySelectorAll('[role=treeitem]').length).toBeGreaterThan(9)
    expect(document.querySelectorAll('[role=treeitem]').length).toBeLessThan(40)
    expect(tree.element().scrollHeight).toBe(2_000 * 32)
    rowOf(1)?.focus()
    await userEvent.keyboard('{End}')
    await expect.poll(focusedId).toBe(2_000)
    await expect.element(screen.getByRole('treeitem', { name: 'フォルダ2000', exact: true })).toBeInViewport()
    await userEvent.keyboard('{Home}')
    await expect.poll(focusedId).toBe(1)
  })

  it('is expanded, walked and collapsed with the arrow keys', async () => {
    await show(<Page />)
    await expect.poll(() => rowOf(1)).not.toBeNull()
    rowOf(1)?.focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(focusedId).toBe(2)
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(() => rowOf(2)?.ariaExpanded).toBe('true')
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(focusedId).toBe(5_001)
    expect([rowOf(5_001)?.ariaLevel, rowOf(5_001)?.ariaPosInSet, rowOf(5_001)?.ariaSetSize]).toEqual(['2', '1', '3'])
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(focusedId).toBe(2)
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(() => rowOf(5_001)).toBeNull()
    expect(opened).not.toHaveBeenCalled()
  })

  it('opens a folder by Enter, space and click, but no disabled one', async () => {
    const screen = await show(<Page />)
    await screen.getByRole('treeitem', { name: 'フォルダ1', exact: true }).click()
    rowOf(2)?.focus()
    await userEvent.keyboard('{Enter} ')
    rowOf(3)?.focus()
    await userEvent.keyboard('{Enter}')
    rowOf(3)?.click()
    expect(openedIds()).toEqual([1, 2, 2])
  })

  it('scrolls to the open folder, which is the only tab stop', async () => {
    const screen = await show(<Page currentId={1_000} />)
    await expect.element(screen.getByRole('treeitem', { name: 'フォルダ1000', exact: true })).toBeInViewport()
    const stops = [...document.querySelectorAll<HTMLElement>('[role=treeitem][tabindex="0"]')]
    expect(stops.map(({ dataset }) => dataset['id'])).toEqual(['1000'])
    expect(rowOf(1_000)?.ariaSelected).toBe('true')
  })

  it('keeps the focus on a row that was scrolled out of view', async () => {
    const screen = await show(<Page />)
    await expect.poll(() => rowOf(1)).not.toBeNull()
    rowOf(1)?.focus()
    const tree = screen.getByRole('tree', { name: 'フォルダ' }).element()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(focusedId).toBe(2)
    tree.scrollTop = 40_000
    await expect.poll(() => rowOf(1_260)).not.toBeNull()
    expect(focusedId()).toBe(2)
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(focusedId).toBe(3)
    await expect.poll(() => tree.scrollTop).toBeLessThan(100)
  })
})
