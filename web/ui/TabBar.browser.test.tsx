import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../test/show.tsx'
import { panelOf, TabBar } from './TabBar.tsx'

const TABS = [
  { id: 'text', label: '文字起こし' },
  { id: 'summary', label: '要約', isDisabled: true },
  { id: 'tags', label: 'タグ', shortcut: '3' },
] as const
type Tab = (typeof TABS)[number]['id']

const chosen = vi.fn<(tab: Tab) => void>()
beforeEach(() => chosen.mockReset())

function Page() {
  const [tab, setTab] = useState<Tab>('text')
  const handleTab = (next: Tab) => {
    chosen(next)
    setTab(next)
  }
  return (
    <>
      <TabBar name="file" label="表示" tabs={TABS} tab={tab} hasPanel onTab={handleTab} />
      <div {...panelOf('file', tab)}>{tab}</div>
    </>
  )
}

describe('tabs', () => {
  it('are moved with the arrow keys, around the ends and past disabled ones', async () => {
    const screen = await show(<Page />)
    await screen.getByRole('tab', { name: '文字起こし' }).click()
    chosen.mockReset()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(screen.getByRole('tab', { name: 'タグ' })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(screen.getByRole('tab', { name: '文字起こし' })).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}{ArrowUp}a')
    expect(chosen.mock.calls).toEqual([['tags'], ['text'], ['tags']])
  })

  it('are one stop of the Tab key and name their panel', async () => {
    const screen = await show(<Page />)
    await screen.getByRole('tab', { name: 'タグ' }).click()
    await expect.element(screen.getByRole('tab', { name: 'タグ' })).toHaveAttribute('aria-selected', 'true')
    await expect.element(screen.getByRole('tab', { name: '文字起こし' })).toHaveAttribute('tabindex', '-1')
    await expect.element(screen.getByRole('tabpanel', { name: 'タグ' })).toHaveTextContent('tags')
    await expect.element(screen.getByRole('tab', { name: '要約' })).toBeDisabled()
  })
})
