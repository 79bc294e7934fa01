import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { useSignedIn } from '../../platform/session.ts'
import styles from './AccountArea.module.css'
import { menuFor } from './menu.ts'

/** A page of the account area: the menu on the left (above on narrow screens), and the page with its title. */
export function AccountArea({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  const { user } = useSignedIn()
  const groupId = useId()
  return (
    <div className={styles.area}>
      <title>{`${title} – ${t('appName')}`}</title>
      <nav className={styles.menu} aria-label={t('account')}>
        <ul>
          {menuFor(user.can).map(({ group, items }) => {
            const links = items.map(({ to, text }) => (
              <li key={to}>
                <NavLink to={to}>{t(text)}</NavLink>
              </li>
            ))
            if (group === null) return links
            return (
              <li key={group} className={styles.group}>
                <span id={groupId}>{t(group)}</span>
                <ul aria-labelledby={groupId}>{links}</ul>
              </li>
            )
          })}
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
