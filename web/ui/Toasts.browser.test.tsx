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
  // A toast under the pointer that another test left would stay.
  await userEvent.hover(document.body, { position: { x: 5, y: 690 } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  dismissAll()
})

function texts() {
  return [...document.querySelectorAll('[data-kind]:not([hidden]) > span')].map((span) => span.textContent)
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

  it('are shown one at a time: the newest covers an error, which comes back with its whole time', async () => {
    await show(<Toasts />)
    toast.error('保存できませんでした')
    await expect.poll(texts).toEqual(['保存できませんでした'])
    vi.advanceTimersByTime(9_000)
    toast.success('保存しました')
    await expect.poll(texts).toEqual(['保存しました'])
    vi.advanceTimersByTime(5_000)
    await expect.poll(texts).toEqual(['保存できませんでした'])
    vi.advanceTimersByTime(9_999)
    await nextFrame()
    expect(texts()).toEqual(['保存できませんでした'])
    vi.advanceTimersByTime(1)
    await expect.poll(texts).toEqual([])
  })

  it('an information does not cover an offer, and is shown after it', async () => {
    const screen = await show(<Toasts />)
    toast.success('削除しました', { label: '元に戻す', onAct: () => undefined })
    toast.info('新しい通知があります')
    await expect.poll(texts).toEqual(['削除しました'])
    await screen.getByRole('button', { name: '閉じる' }).click()
    await expect.poll(texts).toEqual(['新しい通知があります'])
  })

  it('name their subject, and cover the header only', async () => {
    const screen = await show(<Toasts />)
    const name = '2026年度第3四半期の営業会議の録音とその議事録.mp4'
    toast.success('アップロードが完了しました', { label: '開く', onAct: () => undefined }, { detail: name })
    await expect.element(screen.getByText(name)).toBeVisible()
    for (const width of [1440, 390]) {
      await page.viewport(width, 800)
      const card = document.querySelector('[data-kind]')!
      await Promise.all(card.getAnimations().map(({ finished }) => finished))
      const { top, bottom, left, right } = card.getBoundingClientRect()
      expect(top).toBeGreaterThanOrEqual(0)
      expect(bottom).toBeLessThanOrEqual(48)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(width)
    }
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

  it('are kept at most four, and equal ones are one', async () => {
    const screen = await show(<Toasts />)
    for (const text of ['一', '二', '三', '四', '五', '五']) toast.error(text)
    for (const text of ['五', '四', '三', '二']) {
      await expect.poll(texts).toEqual([text])
      await screen.getByRole('button', { name: '閉じる' }).click()
    }
    await expect.poll(texts).toEqual([])
  })

  it('are announced: errors as alerts, others in the polite live region', async () => {
    const screen = await show(<Toasts />)
    toast.error('保存できませんでした')
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
