import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAccountTheme } from '../platform/use-account-theme.ts'
import { AccountMenu } from './AccountMenu.tsx'
import styles from './Frame.module.css'
import { Logo } from './Logo.tsx'

const InstallationBanner = lazy(() => import('../operations/InstallationBanner.tsx'))

/** The frame of signed-in pages: a header of 48 px, and below it exactly the rest of the window for the page. */
const Frame = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation()
  useAccountTheme()
  return (
    <div className={styles.frame} data-frame>
      <a className={styles.skip} href="#content">
        {t('skipToContent')}
      </a>
      <header className={styles.header}>
        <Link to="/projects" className={styles.brand} aria-label={`${t('appName')}: ${t('toProjects')}`}>
          <Logo />
          <span>{t('appName')}</span>
        </Link>
        <AccountMenu />
      </header>
      <Suspense fallback={null}>
        <InstallationBanner />
      </Suspense>
      <div className={styles.page}>{children}</div>
    </div>
  )
}

export default Frame
