// Short messages, one at a time: the newest. A store outside React, so that any code can show one.
// Own code: @mantine/notifications adds 8 % to the JavaScript of the login page, and queues a toast beyond the limit
// instead of dropping the oldest (decision 73).
import { makeListeners } from './listeners.ts'
export type ToastKind = 'success' | 'error' | 'info'
/** An action of a toast; using it closes the toast. */
export interface ToastAction {
  label: string
  onAct: () => void
}
/** Additional content of a toast. */
interface Details {
  /** The subject, such as a file name, shown on a separate line. */
  detail?: string
  /** A newer toast of the same topic replaces an older one. */
  topic?: string
}
export interface Toast extends Details {
  id: number
  kind: ToastKind
  text: string
  action?: ToastAction | undefined
}

/** Duration of a toast in milliseconds. */
export const TOAST_MS: Record<ToastKind, number> = { success: 5_000, error: 10_000, info: 60_000 }
/** Duration of a toast with an action, with time to read and decide. */
export const ACTION_MS = 15_000
/** The number of messages that are kept; covered ones may come back, see `waitsCovered`. */
const LIMIT = 4

/** Whether a message comes back after the newer ones that cover it. The others end in the meantime. */
export function waitsCovered({ kind, action }: Pick<Toast, 'kind' | 'action'>): boolean {
  return kind === 'error' || action !== undefined
}

/**
 * The toast that is shown: the newest. A mere information does not cover an error, an offer or the result of an action of
 * the user, because it is shown for a minute.
 */
export function topToast(all: readonly Toast[]): Toast | undefined {
  return all.findLast(({ kind, action }) => kind !== 'info' || action !== undefined) ?? all.at(-1)
}

let toasts: readonly Toast[] = []
let nextId = 1
const { subscribe, notify } = makeListeners()

function publish(next: readonly Toast[]): void {
  toasts = next
  notify()
}

export function dismissToast(id: number): void {
  return publish(toasts.filter((toast) => toast.id !== id))
}

/** Dismisses all toasts. */
export function dismissToasts(): void {
  return publish([])
}

function show(kind: ToastKind) {
  return (text: string, action?: ToastAction, { detail, topic }: Details = {}): number => {
    // Equal texts are merged: several calls fail together when a session ends, and a change is reported by its response
    // and by the channel. Toasts with different actions are never merged.
    const same = toasts.filter((toast) => toast.text === text && toast.detail === detail)
    const existing = action ? undefined : same.find((toast) => toast.action)
    if (existing) return existing.id
    const id = nextId++
    const others = toasts.filter(
      (toast) =>
        (toast.action !== undefined || !same.includes(toast)) && (topic === undefined || toast.topic !== topic),
    )
    const more = { ...(detail === undefined ? {} : { detail }), ...(topic === undefined ? {} : { topic }) }
    publish([...others, { id, kind, text, action, ...more }].slice(-LIMIT))
    return id
  }
}

/** `toast.success('…')`, `toast.error('…')`, `toast.info('…')`; returns the id for `dismissToast`. */
export const toast = { success: show('success'), error: show('error'), info: show('info') }

export const toastStore = {
  read: (): readonly Toast[] => toasts,
  subscribe,
}
