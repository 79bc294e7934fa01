import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../platform/online.ts'
import styles from './OfflineBanner.module.css'

/** Milliseconds for which the 'back online' message is shown (UI-07). */
const BACK_MS = 5_000

/** A line at the top while offline, and for five seconds after coming back online. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const online = useOnline()
  const wasOffline = useRef(false)
  const [isBack, setIsBack] = useState(false)
  useEffect(() => {
    if (!online) {
      wasOffline.current = true
      return undefined
    }
    if (!wasOffline.current) return undefined
    wasOffline.current = false
    setIsBack(true)
    const timer = setTimeout(() => setIsBack(false), BACK_MS)
    return () => {
      clearTimeout(timer)
      setIsBack(false)
    }
  }, [online])
  return (
    <output>
      {!online && <span className={styles.offline}>{t('offline')}</span>}
      {online && isBack && <span className={styles.back}>{t('backOnline')}</span>}
    </output>
  )
}
