import { beforeEach, expect, it } from 'vitest'
import { dismissToast, toast, toastStore } from './toasts.ts'

function texts() {
  return toastStore.read().map(({ text }) => text)
}

beforeEach(() => {
  for (const { id } of toastStore.read()) dismissToast(id)
})

it('shows the newest last, each text once, and at most four', () => {
  for (const text of ['a', 'b', 'a', 'c', 'd', 'e']) toast.info(text)
  expect(texts()).toEqual(['a', 'c', 'd', 'e'])
})

it('toasts with an action are not merged with others of the same text', () => {
  const onAct = () => undefined
  toast.success('a', { label: '1', onAct })
  toast.success('a', { label: '2', onAct })
  expect(toastStore.read().map(({ action }) => action?.label)).toEqual(['1', '2'])
})

it('a toast without an action is merged with one of the same text, in any order', () => {
  const offer = { label: '1', onAct: () => undefined }
  toast.success('a')
  const firstId = toast.success('a', offer)
  expect(toast.success('a')).toBe(firstId)
  expect(toastStore.read().map(({ action }) => action)).toEqual([offer])
})

it('notifies listeners and removes dismissed toasts', () => {
  let notifications = 0
  const stop = toastStore.subscribe(() => (notifications += 1))
  dismissToast(toast.error('x'))
  stop()
  toast.success('y')
  expect([notifications, texts()]).toEqual([2, ['y']])
})

it('a toast replaces an older one of its topic', () => {
  const open = { label: '開く', onAct: () => undefined }
  toast.success('done', open, { detail: 'a.wav', topic: 'upload' })
  toast.error('x')
  toast.success('done', open, { detail: 'b.wav', topic: 'upload' })
  expect(toastStore.read().map(({ text, detail }) => `${text} ${detail ?? ''}`)).toEqual(['x ', 'done b.wav'])
})

it('toasts about different subjects are not merged', () => {
  toast.error('failed', undefined, { detail: 'a.wav' })
  toast.error('failed', undefined, { detail: 'b.wav' })
  toast.error('failed', undefined, { detail: 'b.wav' })
  expect(toastStore.read().map(({ detail }) => detail)).toEqual(['a.wav', 'b.wav'])
})
