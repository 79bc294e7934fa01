import { Title } from '@mantine/core'
import { Suspense, use } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { currentLanguage } from '../platform/i18n.ts'
import { DisplaySwitches } from '../ui/DisplaySwitches.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Logo } from '../ui/Logo.tsx'
import { SkipLink } from '../ui/SkipLink.tsx'
import { GuideBlocks } from './GuideBlocks.tsx'
import styles from './GuidePage.module.css'
import { LEGAL_PAGES, type LegalPageName, openGuidePage } from './pages.ts'

function LegalText({ page }: { page: LegalPageName }) {
  const { t } = useTranslation('guide')
  return (
    <>
      <title>{`${t(`legal.${page}`)} – ${useTranslation().t('appName')}`}</title>
      <Title order={1} size="h2">
        {t(`legal.${page}`)}
      </Title>
      <GuideBlocks blocks={use(openGuidePage(currentLanguage(), page))} />
    </>
  )
}

/** /terms and /privacy: the texts of this product, public. An operator with own texts configures their addresses. */
function LegalPage() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const page = LEGAL_PAGES.find((name) => pathname.startsWith(`/${name}`)) ?? 'terms'
  return (
    <div className={styles.guide}>
      <SkipLink />
      <header className={styles.header}>
        <Link to="/" className={styles.brand} aria-label={`${t('appName')}: ${t('toProjects')}`}>
          <Logo />
          {t('appName')}
        </Link>
        <span className={styles.name} />
        <DisplaySwitches />
      </header>
      <div className={styles.single}>
        <main className={styles.main} id="content" tabIndex={-1}>
          <Suspense fallback={<Loading />}>
            <LegalText key={page} page={page} />
          </Suspense>
        </main>
      </div>
    </div>
  )
}

export default LegalPage
