import type { Part } from '@kaiwa/contract/console.ts'
import { Anchor, CloseButton, Progress } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './InstallationBanner.module.css'
import { summarise } from './installation-summary.ts'

const DISMISSED_KEY = 'kaiwa.installation-seen'

function Remark({ part: { kind, state, label, reason, progress } }: { part: Part }) {
  const { t } = useTranslation('console')
  return (
    <li className={styles.remark}>
      <strong>
        {t(`kinds.${kind}`)}: {label}
      </strong>
      <span className={styles.state} data-state={state}>
        {t(`states.${state}`)}
      </span>
      <span>{reason && t(`reasons.${reason}`)}</span>
      {reason === 'mail.kept-here' && (
        <Anchor href="/dev/mail" inherit>
          {t('mailbox')}
        </Anchor>
      )}
      {progress !== null && (
        <Progress className={styles.bar ?? ''} size="sm" value={progress * 100} aria-label={label} />
      )}
    </li>
  )
}

/**
 * Shows which speech engine works, which parts are off, and why. A dismissed banner stays hidden until something
 * changes.
 */
export function InstallationBanner({ parts }: { parts: readonly Part[] }) {
  const { t, i18n } = useTranslation('console')
  const [isOpen, setIsOpen] = useState(false)
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(DISMISSED_KEY))
  const { engines, remarks, offCount, fingerprint } = summarise(parts)
  if (dismissed === fingerprint) return null
  const known = (code: string): code is 'ja' => i18n.exists(`console:languages.${code}`)
  const names = engines
    .map(({ label, languages }) => {
      const spoken = languages.filter(known).map((code) => t(`languages.${code}`))
      return spoken.length > 0 ? `${label} (${spoken.join(', ')})` : label
    })
    .join(', ')
  const dismiss = (): void => {
    localStorage.setItem(DISMISSED_KEY, fingerprint)
    setDismissed(fingerprint)
  }
  return (
    <aside className={styles.banner} aria-label={t('label')} data-broken={engines.length === 0}>
      <div className={styles.line}>
        <span className={styles.engine}>{engines.length > 0 ? t('engine', { names }) : t('noEngine')}</span>
        {offCount > 0 && <span>{t('off', { count: offCount })}</span>}
        {remarks.length > 0 && (
          <Anchor component="button" type="button" inherit aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {t(isOpen ? 'hideDetails' : 'details')}
          </Anchor>
        )}
        <CloseButton size="sm" className={styles.close ?? ''} aria-label={t('dismiss')} onClick={dismiss} />
      </div>
      {isOpen && (
        <ul className={styles.remarks}>
          {remarks.map((part) => (
            <Remark key={part.id} part={part} />
          ))}
        </ul>
      )}
    </aside>
  )
}
