import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ChatAside, ChatToggle } from '../assistant/frame-parts.tsx'
import { bannerState, reachedQuotas } from '../billing/usage-rows.ts'
import { UsageButton } from '../billing/UsageButton.tsx'
import { RightsWatch } from '../membership/sharing/RightsWatch.ts'
import { useIsUnsubscribed, usePaidUsage } from '../billing/queries.ts'
import { NotificationBell } from '../notifications/NotificationBell.tsx'
import { Installation } from '../console/Installation.tsx'
import { PaletteButton } from '../palette/PaletteButton.tsx'
import { localStore } from '../platform/browser-storage.ts'
import { lazyPart } from '../platform/lazy-part.tsx'
import { useSignedIn } from '../platform/session.ts'
import { useTree } from '../platform/tree-query.ts'
import { RecordButton } from '../recording/screen/RecordButton.tsx'
import { RecordingCorner } from '../recording/screen/RecordingCorner.tsx'
import { useRenames } from '../tree/use-renames.ts'
import styles from './Frame.module.css'
import { Logo } from '../ui/Logo.tsx'
import { SkipLink } from '../ui/SkipLink.tsx'
import { AccountButton } from './AccountButton.tsx'
import { lazyMenu } from '../ui/lazy-menu.tsx'
import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'

const LimitBanner = lazyPart(async () => (await import('../billing/LimitBanner.tsx')).LimitBanner, ['billing'])

const BuyBanner = lazyPart(async () => (await import('../payment/BuyBanner.tsx')).BuyBanner, ['payment'])

const Welcome = lazyPart(async () => (await import('../welcome/Welcome.tsx')).Welcome, ['welcome', 'workspace'])

/** The menu of the avatar button. */
const AccountMenu = lazyMenu(
  (_, button) => <AccountButton {...button} />,
  async () => (await import('./AccountMenuOpened.tsx')).AccountMenuOpened,
)

const DEVICE_KEY = 'mantine-color-scheme-value'

/** Applies the account's theme unless one was chosen on this device. */
function useAccountTheme(): void {
  const { settings } = useSignedIn().user
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (settings.theme !== 'auto' && localStore.read(DEVICE_KEY) === null) setColorScheme(settings.theme)
  }, [settings.theme, setColorScheme])
}

/** The frame of signed-in pages: a header of 48 px and the page in the rest of the window. */
function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { user } = useSignedIn()
  const usage = usePaidUsage()
  const reached = usage ? reachedQuotas(usage) : []
  const isUnsubscribed = useIsUnsubscribed()
  const isEmpty = !useTree().all_items.some(({ children }) => children.length > 0)
  useAccountTheme()
  useRenames()
  return (
    <div className={styles.frame} data-frame>
      <RightsWatch />
      <SkipLink />
      <header className={styles.header}>
        <Link to="/projects" className={styles.brand} aria-label={`${t('appName')}: ${t('toProjects')}`}>
          <Logo />
          <span>{t('appName')}</span>
        </Link>
        <div className={styles.actions}>
          <PaletteButton />
          <RecordButton />
          <ChatToggle />
          {usage && <UsageButton usage={usage} isReached={reached.length > 0} />}
          <NotificationBell />
          <AccountMenu />
        </div>
      </header>
      <RecordingCorner />
      {usage && (reached.length > 0 || usage.is_suspended) && (
        <LimitBanner reached={reached} state={bannerState(usage)} />
      )}
      {isUnsubscribed && isEmpty && <BuyBanner />}
      <div className={styles.body}>
        <div className={styles.page}>{children}</div>
        <ChatAside />
      </div>
      {/* At the bottom: it loads after the page and must not shift the content. */}
      <Installation />
      {!user.is_visited && <Welcome />}
    </div>
  )
}

export default Frame
