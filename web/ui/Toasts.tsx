import { CloseButton, UnstyledButton } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { ACTION_MS, dismissToast, TOAST_MS, toastStore } from '../platform/toasts.ts'
import type { Toast } from '../platform/toasts.ts'
import styles from './Toasts.module.css'

function ToastCard({ id, kind, text, action }: Toast) {
  const { t } = useTranslation()
  const [held, setHeld] = useState(false)
  const isOffer = action !== undefined
  // A toast with hover or focus is still being read and stays.
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(() => dismissToast(id), isOffer ? ACTION_MS : TOAST_MS[kind])
    return () => clearTimeout(timer)
  }, [held, id, kind, isOffer])
  const handleAct = (): void => {
    dismissToast(id)
    action?.onAct()
  }
  return (
    <div
      className={styles.toast}
      data-kind={kind}
      role={kind === 'error' ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{text}</span>
      {action && (
        <UnstyledButton className={styles.action} onClick={handleAct}>
          {action.label}
        </UnstyledButton>
      )}
      <CloseButton size="sm" aria-label={t('close')} onClick={() => dismissToast(id)} />
    </div>
  )
}

/** The region in which `toast.…` messages appear. */
export function Toasts() {
  const { t } = useTranslation()
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  return (
    // Rendered before the first message: screen readers announce it only in an existing live region.
    <section className={styles.region} aria-label={t('notifications')} aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} {...toast} />
      ))}
    </section>
  )
}
