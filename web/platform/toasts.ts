// Short messages in a corner. A store outside React, so that whatever hears of something can say it.
export type ToastKind = 'success' | 'error' | 'info'
export type Toast = { id: number; kind: ToastKind; text: string }

/** Milliseconds for which a toast stays. */
export const TOAST_MS: Record<ToastKind, number> = { success: 5_000, error: 10_000, info: 60_000 }
const LIMIT = 4

let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

const publish = (next: readonly Toast[]): void => {
  toasts = next
  for (const listener of listeners) listener()
}

export const dismissToast = (id: number): void => publish(toasts.filter((toast) => toast.id !== id))

const show =
  (kind: ToastKind) =>
  (text: string): number => {
    const id = nextId++
    // The same sentence twice is one message: several calls fail together when a session ends.
    publish([...toasts.filter((toast) => toast.text !== text), { id, kind, text }].slice(-LIMIT))
    return id
  }

/** `toast.success('…')`, `toast.error('…')`, `toast.info('…')`; answers the id for `dismissToast`. */
export const toast = { success: show('success'), error: show('error'), info: show('info') }

export const toastStore = {
  read: (): readonly Toast[] => toasts,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
