import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DisplaySwitches } from './DisplaySwitches.tsx'
import { Logo } from './Logo.tsx'
import styles from './PublicFrame.module.css'

interface Props {
  title: string
  /** For a long form or a table. */
  isWide?: boolean
  children: ReactNode
}

/** The frame of public pages: logo, one card with a title, language and theme. */
export function PublicFrame({ title, isWide = false, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className={styles.page}>
      <title>{`${title} – ${t('appName')}`}</title>
      <header className={styles.header}>
        <span className={styles.brand}>
          <Logo />
          <span className={styles.name}>{t('appName')}</span>
        </span>
        <DisplaySwitches />
      </header>
      <main className={styles.main} id="content">
        <Text className={styles.tagline}>{t('tagline')}</Text>
        <div className={styles.card} data-wide={isWide || undefined}>
          <Title order={1} size="h3" mb="md">
            {title}
          </Title>
          {children}
        </div>
      </main>
    </div>
  )
}
