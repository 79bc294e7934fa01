import { Anchor, Title } from '@mantine/core'
import { Suspense, use, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router'
import { useMediaQuery } from '@mantine/hooks'
import { currentLanguage } from '../platform/i18n.ts'
import { DisplaySwitches } from '../ui/DisplaySwitches.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Logo } from '../ui/Logo.tsx'
import { NotFoundPage } from '../ui/NotFoundPage.tsx'
import { SkipLink } from '../ui/SkipLink.tsx'
import { GuideBlocks } from './GuideBlocks.tsx'
import styles from './GuidePage.module.css'
import { GUIDE_PAGES, type GuidePageName, isGuidePage, openGuidePage } from './pages.ts'

const NARROW = '(max-width: 52rem)'

/** Links to all pages: next to the text, or collapsed above it on narrow screens. */
function GuideContents({ page }: { page: GuidePageName | null }) {
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

/** List of all pages with one sentence each. */
function Overview() {
  const { t } = useTranslation('guide')
  const common = useTranslation().t
  return (
    <>
      <title>{`${t('title')} – ${common('appName')}`}</title>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      <p className={styles.lead}>{t('lead')}</p>
      <ul className={styles.cards}>
        {GUIDE_PAGES.map((page) => (
          <li key={page} className={styles.card}>
            <Anchor component={Link} to={`/guide/${page}`} fw={600}>
              {t(`pages.${page}`)}
            </Anchor>
            <p>{t(`about.${page}`)}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

function Neighbour({ page, isNext }: { page: GuidePageName | undefined; isNext?: boolean }) {
  const { t } = useTranslation('guide')
  if (!page) return <span />
  return (
    <Link className={styles.neighbour} to={`/guide/${page}`} data-next={isNext}>
      <span>{t(isNext ? 'next' : 'previous')}</span>
      {t(`pages.${page}`)}
    </Link>
  )
}

function Article({ page }: { page: GuidePageName }) {
  const { t } = useTranslation('guide')
  const { hash } = useLocation()
  const blocks = use(openGuidePage(currentLanguage(), page))
  const index = GUIDE_PAGES.indexOf(page)
  useEffect(() => {
    if (hash === '') window.scrollTo(0, 0)
    else document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
  return (
    <>
      <title>{`${t(`pages.${page}`)} – ${t('title')}`}</title>
      <Title order={1} size="h2">
        {t(`pages.${page}`)}
      </Title>
      <p className={styles.lead}>{t(`about.${page}`)}</p>
      <GuideBlocks blocks={blocks} />
      <nav className={styles.neighbours} aria-label={t('neighbours')}>
        <Neighbour page={GUIDE_PAGES[index - 1]} />
        <Neighbour page={GUIDE_PAGES[index + 1]} isNext />
      </nav>
    </>
  )
}

/** /guide and /guide/:page: the user guide, public. */
function GuidePage() {
  const { t } = useTranslation('guide')
  const common = useTranslation().t
  const { page = null } = useParams()
  if (page !== null && !isGuidePage(page)) return <NotFoundPage />
  return (
    <div className={styles.guide}>
      <SkipLink />
      <header className={styles.header}>
        <Link to="/projects" className={styles.brand} aria-label={`${common('appName')}: ${common('toProjects')}`}>
          <Logo />
          {common('appName')}
        </Link>
        <Link to="/guide" className={styles.name}>
          {t('title')}
        </Link>
        <DisplaySwitches />
      </header>
      <div className={styles.columns}>
        <GuideContents page={page} />
        <main className={styles.main} id="content" tabIndex={-1}>
          <Suspense fallback={<Loading />}>{page ? <Article key={page} page={page} /> : <Overview />}</Suspense>
        </main>
      </div>
    </div>
  )
}

export default GuidePage
