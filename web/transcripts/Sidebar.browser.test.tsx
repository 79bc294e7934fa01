import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../test/show.tsx'
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
