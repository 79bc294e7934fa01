import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import styles from './GuidePage.module.css'
import { GUIDE_PAGES } from './pages.ts'
import type { GuidePageName } from './pages.ts'

const NARROW = '(max-width: 52rem)'

/** Links to all pages: next to the text, or collapsed above it on narrow screens. */
export function GuideContents({ page }: { page: GuidePageName | null }) {
  const { t } = useTranslation('guide')
  const isNarrow = useMediaQuery(NARROW, globalThis.matchMedia(NARROW).matches)
  const list = (
    <ol>
      {GUIDE_PAGES.map((name) => (
        <li key={name}>
          <Link to={`/guide/${name}`} aria-current={name === page ? 'page' : undefined}>
            {t(`pages.${name}`)}
          </Link>
        </li>
      ))}
    </ol>
  )
  return (
    <nav className={styles.contents} aria-label={t('contents')}>
      {isNarrow ? (
        // Collapses again when the page changes.
        <details key={page}>
          <summary>{t('contents')}</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </nav>
  )
}
