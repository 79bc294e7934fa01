import { beforeEach, expect, it } from 'vitest'
import { ACTION_MS, dismissToast, toast, toastStore, TOAST_MS } from './toasts.ts'

const texts = () => toastStore.read().map(({ text }) => text)

beforeEach(() => {
  for (const { id } of toastStore.read()) dismissToast(id)
})

it('UI-11 UI-12 UI-13 stay 5, 10 and 60 seconds', () => {
  expect(TOAST_MS).toEqual({ success: 5_000, error: 10_000, info: 60_000 })
})

it('shows the newest last, the same sentence once, and at most four', () => {
  for (const text of ['a', 'b', 'a', 'c', 'd', 'e']) toast.info(text)
  expect(texts()).toEqual(['a', 'c', 'd', 'e'])
})

it('what offers something to do stays longer, beside others of the same words', () => {
  expect(ACTION_MS).toBeGreaterThan(TOAST_MS.success)
  const onAct = () => undefined
  toast.success('a', { label: '1', onAct })
  toast.success('a', { label: '2', onAct })
  expect(toastStore.read().map(({ action }) => action?.label)).toEqual(['1', '2'])
})

it('the same words without an offer are said once, whichever comes first', () => {
  const offer = { label: '1', onAct: () => undefined }
  toast.success('a')
  const said = toast.success('a', offer)
  expect(toast.success('a')).toBe(said)
  expect(toastStore.read().map(({ action }) => action)).toEqual([offer])
})

it('tells its listeners and forgets what was dismissed', () => {
  let told = 0
  const stop = toastStore.subscribe(() => (told += 1))
  dismissToast(toast.error('x'))
  stop()
  toast.success('y')
  expect([told, texts()]).toEqual([2, ['y']])
})
