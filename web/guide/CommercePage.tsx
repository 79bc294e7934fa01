import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { clientConfigQuery } from '../platform/client-config.ts'
import { DisplaySwitches } from '../ui/DisplaySwitches.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Logo } from '../ui/Logo.tsx'
import { SkipLink } from '../ui/SkipLink.tsx'
import styles from './GuidePage.module.css'
import table from './CommercePage.module.css'

/** Rows that the operator sets. Address and telephone number may be disclosed on request instead. */
const SET_ROWS = [
  ['seller', 'missing'],
  ['manager', 'missing'],
  ['address', 'onRequest'],
  ['phone', 'onRequest'],
] as const

const FIXED_ROWS = ['price', 'extra', 'payment', 'due', 'delivery', 'returns'] as const

/** /legal/commerce: what Japanese law requires of a seller on the internet. */
function CommercePage() {
  const { t } = useTranslation('guide')
  const common = useTranslation().t
  const { data: config, error, refetch } = useQuery(clientConfigQuery)
  const content = (): React.ReactNode => {
    if (error) return <FailedState error={error} onRetry={() => void refetch()} />
    if (!config) return <Loading />
    return (
      <dl className={table.rows}>
        {SET_ROWS.map(([row, otherwise]) => (
          <div key={row}>
            <dt>{t(`commerce.${row}`)}</dt>
            <dd>{config.commerce[row] ?? t(`commerce.${otherwise}`)}</dd>
          </div>
        ))}
        {FIXED_ROWS.map((row) => (
          <div key={row}>
            <dt>{t(`commerce.${row}`)}</dt>
            <dd>{t(`commerce.${row}Text`)}</dd>
          </div>
        ))}
      </dl>
    )
  }
  return (
    <div className={styles.guide}>
      <title>{`${t('commerce.title')} – ${common('appName')}`}</title>
      <SkipLink />
      <header className={styles.header}>
        <Link to="/" className={styles.brand} aria-label={`${common('appName')}: ${common('toProjects')}`}>
          <Logo />
          {common('appName')}
        </Link>
        <span className={styles.name} />
        <DisplaySwitches />
      </header>
      <div className={styles.single}>
        <main className={styles.main} id="content" tabIndex={-1}>
          <Title order={1} size="h2">
            {t('commerce.title')}
          </Title>
          {content()}
        </main>
      </div>
    </div>
  )
}

export default CommercePage
