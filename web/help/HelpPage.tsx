import { Anchor, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { DisplaySwitches } from '../ui/DisplaySwitches.tsx'
import { Logo } from '../ui/Logo.tsx'
import styles from './HelpPage.module.css'

const SECTIONS = ['upload', 'progress', 'silent', 'stopped', 'keys', 'support'] as const

/** The user guide on one page, for everybody, signed in or not. */
const HelpPage = () => {
  const { t } = useTranslation('help')
  const common = useTranslation().t
  const { hash } = useLocation()
  useEffect(() => {
    if (hash !== '') document.querySelector(hash)?.scrollIntoView()
  }, [hash])
  return (
    <>
      <header className={styles.header}>
        <Anchor component={Link} to="/projects" className={styles.brand ?? ''} c="inherit" underline="never">
          <Logo />
          {common('appName')}
        </Anchor>
        <DisplaySwitches />
      </header>
      <main className={styles.page} id="content">
        <Title order={1} size="h3">
          {t('title')}
        </Title>
        <nav aria-label={t('contents')}>
          <ul>
            {SECTIONS.map((section) => (
              <li key={section}>
                <Anchor href={`#${section}`}>{t(`${section}.title`)}</Anchor>
              </li>
            ))}
          </ul>
        </nav>
        {SECTIONS.map((section) => (
          <section key={section} id={section}>
            <Title order={2} size="h5">
              {t(`${section}.title`)}
            </Title>
            <Text>{t(`${section}.text`)}</Text>
            {section === 'upload' && <Text>{t('upload.resume')}</Text>}
          </section>
        ))}
      </main>
    </>
  )
}

export default HelpPage
