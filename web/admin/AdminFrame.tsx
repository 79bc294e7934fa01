import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router'
import { useLogout } from '../platform/use-logout.ts'
import { DisplaySwitches } from '../ui/DisplaySwitches.tsx'
import { Logo } from '../ui/Logo.tsx'
import { SkipLink } from '../ui/SkipLink.tsx'
import styles from './Admin.module.css'

/** In the order of the menu. `text` is a key of the texts. */
const PAGES = [
  { path: '/admin', text: 'dashboard' },
  { path: '/admin/users', text: 'users' },
  { path: '/admin/subscription-requests', text: 'requests' },
  { path: '/admin/subscriptions', text: 'subscriptions' },
  { path: '/admin/invoices', text: 'invoices' },
  { path: '/admin/purchase-histories', text: 'histories' },
  { path: '/admin/operator-actions', text: 'actions' },
] as const

/** The frame of the console: the menu on the left, above the page on narrow screens. */
export function AdminFrame({ operator, children }: { operator: { name: string; email: string }; children: ReactNode }) {
  const { t } = useTranslation('admin')
  const { t: common } = useTranslation()
  const logout = useLogout()
  return (
    <div className={styles.frame} data-frame>
      <SkipLink />
      <header className={styles.side}>
        <span className={styles.brand}>
          <Logo />
          <span>
            {common('appName')} {common('console')}
          </span>
        </span>
        <nav className={styles.menu} aria-label={t('menu')}>
          <ul>
            {PAGES.map(({ path, text }) => (
              <li key={path}>
                <NavLink to={path} end={path === '/admin'}>
                  {t(`pages.${text}`)}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.end}>
          <Text className={styles.operator} truncate>
            {operator.name}
            <br />
            {operator.email}
          </Text>
          <DisplaySwitches />
          <Button component={Link} to="/projects" variant="default" size="xs">
            {t('toApplication')}
          </Button>
          <Button variant="default" size="xs" onClick={logout}>
            {t('logout')}
          </Button>
        </div>
      </header>
      {children}
    </div>
  )
}
