import { CloseButton, UnstyledButton } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { ACTION_MS, dismissToast, TOAST_MS, toastStore, topToast, waitsCovered } from '../platform/toasts.ts'
import type { Toast } from '../platform/toasts.ts'
import styles from './Toasts.module.css'

interface CardProps {
  toast: Toast
  /** A newer toast is shown in its place. */
  isCovered: boolean
}

function ToastCard({ toast, isCovered }: CardProps) {
  const { t } = useTranslation()
  const [held, setHeld] = useState(false)
  const { id, kind, text, detail, action } = toast
  const duration = action === undefined ? TOAST_MS[kind] : ACTION_MS
  // The time of a toast that is being read, with hover or focus, does not run; nor that of one that comes back.
  const isPaused = isCovered ? waitsCovered(toast) : held
  useEffect(() => {
    if (isPaused) return undefined
    const timer = setTimeout(() => dismissToast(id), duration)
    return () => clearTimeout(timer)
  }, [isPaused, id, duration])
  const handleAct = (): void => {
    dismissToast(id)
    action?.onAct()
  }
  return (
    <div
      className={styles.toast}
      data-kind={kind}
      hidden={isCovered}
      role={kind === 'error' ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={styles.text}>
        <span>{text}</span>
        {detail !== undefined && (
          <span className={styles.detail} title={detail}>
            {detail}
          </span>
        )}
      </span>
      {action && (
        <UnstyledButton className={styles.action} onClick={handleAct}>
          {action.label}
        </UnstyledButton>
      )}
      <CloseButton size="sm" aria-label={t('close')} onClick={() => dismissToast(id)} />
    </div>
  )
}

/** The region in which `toast.…` messages appear, one at a time, in the place of the header. */
export function Toasts() {
  const { t } = useTranslation()
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  const top = topToast(toasts)
  return (
    // Rendered before the first message: screen readers announce it only in an existing live region.
    <section className={styles.region} aria-label={t('notifications')} aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} isCovered={toast !== top} />
      ))}
    </section>
  )
}
