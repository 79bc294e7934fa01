import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { useSignedIn } from '../../platform/session.ts'
import styles from './AccountArea.module.css'
import { menuFor } from './menu.ts'

/** A page of the account area: the menu on the left (above on narrow screens), and the page with its title. */
export function AccountArea({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  const { user } = useSignedIn()
  return (
    <div className={styles.area}>
      <title>{`${title} – ${t('appName')}`}</title>
      <nav className={styles.menu} aria-label={t('account')}>
        <ul>
          {menuFor(user.can).map(({ to, text }) => (
            <li key={to}>
              <NavLink to={to}>{t(text)}</NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <main className={styles.content} id="content">
        <Title order={1} size="h3">
          {title}
        </Title>
        {children}
      </main>
    </div>
  )
}
