import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './FilePage.module.css'
import type { Wrap } from './search-hits.ts'

const SHOWN_MS = 2_000

/** Says for a moment that a search has gone around an end of the transcript. */
export function WrapNotice({ wrapped }: { wrapped: Wrap | null }) {
  const { t } = useTranslation('transcripts')
  const [ended, setEnded] = useState<Wrap | null>(null)
  useEffect(() => {
    if (!wrapped) return undefined
    const timer = setTimeout(() => setEnded(wrapped), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [wrapped])
  return (
    <span className={styles.wrapAnchor} aria-live="polite">
      {wrapped && wrapped !== ended && (
        <span className={styles.wrapNotice}>{t(wrapped.to === 'first' ? 'wrappedToFirst' : 'wrappedToLast')}</span>
      )}
    </span>
  )
}
