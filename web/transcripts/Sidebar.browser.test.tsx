import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../test/show.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Sidebar } from './Sidebar.tsx'

function close() {
  return undefined
}
beforeEach(() => localStorage.clear())

async function open(windowWidth: number) {
  await page.viewport(windowWidth, 800)
  const screen = await show(
    <Sidebar side="right" title="使用中のタグ" storageKey="test.width" initial={320} onClose={close}>
      内容
    </Sidebar>,
    'transcripts',
  )
  const sidebar = screen.getByRole('complementary', { name: '使用中のタグ' }).element()
  const handle = screen.getByRole('slider', { name: '使用中のタグの幅' })
  return { screen, handle, width: () => sidebar.getBoundingClientRect().width }
}

it.each([
  [1000, 288],
  [1368, 288],
  [1369, 320],
  [1920, 320],
])('FILE-20 in a window of %d px a sidebar cannot be made narrower than %d px', async (windowWidth, min) => {
  const { screen, handle, width } = await open(windowWidth)
  expect(width()).toBe(320)
  ;(handle.element() as HTMLElement).focus()
  // A handle to the left of its sidebar: the right arrow key makes the sidebar narrower.
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(width).toBe(336)
  await userEvent.keyboard('{ArrowRight}'.repeat(6))
  await expect.poll(width).toBe(min)
  await screen.unmount()
  // The width is remembered.
  const again = await open(windowWidth)
  expect(again.width()).toBe(min)
})

it('FILE-20 the minimum follows the width of the window', async () => {
  const { handle, width } = await open(1368)
  ;(handle.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}'.repeat(6))
  await expect.poll(width).toBe(288)
  await page.viewport(1369, 800)
  await expect.poll(width).toBe(320)
  await page.viewport(1368, 800)
  await expect.poll(width).toBe(288)
})

/** A sidebar with the button that toggles it. */
function Page() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        使用中のタグ
      </button>
      {isOpen && (
        <Sidebar side="right" title="タグ" storageKey="test.width" initial={320} onClose={() => setIsOpen(false)}>
          内容
          <Dialog opened={false} title="確認" onClose={() => {}}>
            削除しますか。
          </Dialog>
        </Sidebar>
      )}
    </>
  )
}

it('opened by keyboard it takes the focus, and returns it when it is closed', async () => {
  const screen = await show(<Page />, 'transcripts')
  const button = screen.getByRole('button', { name: '使用中のタグ' })
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('complementary', { name: 'タグ' })).toHaveFocus()
  await userEvent.tab()
  await expect.element(screen.getByRole('button', { name: '閉じる' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button).toHaveFocus()
})

it('opened and closed by a pointer it leaves the focus where it is', async () => {
  const screen = await show(<Page />, 'transcripts')
  const button = screen.getByRole('button', { name: '使用中のタグ' })
  await button.click()
  await expect.element(screen.getByRole('complementary', { name: 'タグ' })).toBeVisible()
  await expect.element(button).toHaveFocus()
  await screen.getByRole('button', { name: '閉じる' }).click()
  await expect.element(screen.getByRole('complementary', { name: 'タグ' })).not.toBeInTheDocument()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(document.activeElement).toBe(document.body)
})

it('opened by keyboard and closed by a pointer it leaves the keys to the player, also with a closed dialog in it', async () => {
  const screen = await show(<Page />, 'transcripts')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('complementary', { name: 'タグ' })).toHaveFocus()
  await screen.getByRole('button', { name: '閉じる' }).click()
  await expect.element(screen.getByRole('complementary', { name: 'タグ' })).not.toBeInTheDocument()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(document.activeElement).toBe(document.body)
})

/** A text with panels, each of which has a button, as on the page of a file. */
function TextWithPanels({ initial }: { initial: readonly string[] }) {
  const [open, setOpen] = useState(initial)
  const toggle = (name: string) =>
    setOpen((now) => (now.includes(name) ? now.filter((one) => one !== name) : [...now, name]))
  return (
    <>
      {['タグ', 'コメント', '取引'].map((name) => (
        <button key={name} type="button" aria-expanded={open.includes(name)} onClick={() => toggle(name)}>
          {name}を表示
        </button>
      ))}
      <div style={{ display: 'flex', width: 1100 }}>
        <div data-text-pane style={{ flex: 1, minWidth: 0 }} />
        {['タグ', 'コメント', '取引']
          .filter((name) => open.includes(name))
          .map((name) => (
            <Sidebar key={name} side="right" title={name} storageKey={name} initial={320} onClose={() => toggle(name)}>
              内容
            </Sidebar>
          ))}
      </div>
    </>
  )
}

it('a panel that leaves the text too little room closes the one that was opened first', async () => {
  await page.viewport(1440, 800)
  const screen = await show(<TextWithPanels initial={['コメント']} />, 'transcripts')
  const shown = () =>
    screen
      .getByRole('complementary')
      .elements()
      .map((panel) => panel.getAttribute('aria-label'))
  await screen.getByRole('button', { name: 'タグを表示' }).click()
  await expect.poll(shown).toEqual(['タグ', 'コメント'])
  await screen.getByRole('button', { name: '取引を表示' }).click()
  await expect.poll(shown).toEqual(['タグ', '取引'])
})

it('panels that are open when the page is opened stay open', async () => {
  await page.viewport(1440, 800)
  const screen = await show(<TextWithPanels initial={['タグ', 'コメント', '取引']} />, 'transcripts')
  await expect.element(screen.getByRole('complementary', { name: 'タグ' })).toBeVisible()
  expect(screen.getByRole('complementary').elements()).toHaveLength(3)
})
