import type { Part } from '@kaiwa/contract/console.ts'
import { Anchor, CloseButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { localStore } from '../platform/browser-storage.ts'
import styles from './InstallationBanner.module.css'
import { summarise } from './installation-summary.ts'

const DISMISSED_KEY = 'kaiwa.installation-seen'

/** Says why nothing can be transcribed, with a link to the page that says what to do. A dismissed cause stays hidden. */
export function InstallationBanner({ parts }: { parts: readonly Part[] }) {
  const { t } = useTranslation('console')
  const [dismissed, setDismissed] = useState(() => localStore.read(DISMISSED_KEY))
  const { failure } = summarise(parts)
  if (failure === null || dismissed === failure) return null
  const dismiss = (): void => {
    localStore.write(DISMISSED_KEY, failure)
    setDismissed(failure)
  }
  return (
    <aside className={styles.banner} aria-label={t('title')}>
      <span>{t(failure)}</span>
      <Anchor component={Link} to="/mypage/installation" inherit underline="always">
        {t('howTo')}
      </Anchor>
      <CloseButton size="sm" className={styles.close ?? ''} aria-label={t('dismiss')} onClick={dismiss} />
    </aside>
  )
}
