import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dismissToast, toast, toastStore } from '../platform/toasts.ts'
import { show } from '../test/show.tsx'
import { Toasts } from './Toasts.tsx'

function dismissAll() {
  for (const { id } of toastStore.read()) dismissToast(id)
}

beforeEach(async () => {
  await page.viewport(1000, 700)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  dismissAll()
})

function texts() {
  return [...document.querySelectorAll('[data-kind] > span')].map((span) => span.textContent)
}

/** Waits until the browser has painted what was rendered. */
function nextFrame() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })
}

describe('messages in a corner', () => {
  it.each([
    ['UI-11', 'success', '保存しました', 5],
    ['UI-12', 'error', '保存できませんでした', 10],
    ['UI-13', 'info', '新しいお知らせがあります', 60],
  ] as const)('%s a %s message, %s, is shown for %i seconds', async (_id, kind, text, seconds) => {
    await show(<Toasts />)
    toast[kind](text)
    await expect.poll(texts).toEqual([text])
    vi.advanceTimersByTime(seconds * 1_000 - 1)
    await nextFrame()
    expect(texts()).toEqual([text])
    vi.advanceTimersByTime(1)
    await expect.poll(texts).toEqual([])
  })

  it('disappear one by one, each after its own time', async () => {
    await show(<Toasts />)
    toast.success('保存しました')
    toast.error('保存できませんでした')
    await expect.poll(texts).toEqual(['保存しました', '保存できませんでした'])
    vi.advanceTimersByTime(5_000)
    await expect.poll(texts).toEqual(['保存できませんでした'])
    vi.advanceTimersByTime(5_000)
    await expect.poll(texts).toEqual([])
  })

  it('stay while the pointer is over them', async () => {
    const screen = await show(<Toasts />)
    toast.success('保存しました')
    await userEvent.hover(screen.getByText('保存しました'))
    vi.advanceTimersByTime(20_000)
    await expect.poll(texts).toEqual(['保存しました'])
    await userEvent.hover(document.body, { position: { x: 5, y: 690 } })
    vi.advanceTimersByTime(5_000)
    await expect.poll(texts).toEqual([])
  })

  it('are at most four, and equal ones are one', async () => {
    await show(<Toasts />)
    for (const text of ['一', '二', '三', '四', '五', '五']) toast.success(text)
    await expect.poll(texts).toEqual(['二', '三', '四', '五'])
  })

  it('are announced: errors at once, others in the polite region', async () => {
    const screen = await show(<Toasts />)
    toast.error('保存できませんでした')
    toast.info('接続しました')
    await expect.element(screen.getByRole('alert')).toHaveTextContent('保存できませんでした')
    await expect.element(screen.getByRole('region', { name: 'お知らせ' })).toHaveAttribute('aria-live', 'polite')
  })

  it('run their action once and close', async () => {
    const undo = vi.fn<() => void>()
    const screen = await show(<Toasts />)
    toast.success('削除しました', { label: '元に戻す', onAct: undo })
    await screen.getByRole('button', { name: '元に戻す' }).click()
    await expect.poll(texts).toEqual([])
    expect(undo).toHaveBeenCalledTimes(1)
  })
})
