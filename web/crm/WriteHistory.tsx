import type { Citation } from '@kaiwa/contract/chat-messages.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../platform/dates.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import styles from './Crm.module.css'
import { type Master, masterQuery, type Write, writesQuery } from './queries.ts'
import { Quotes } from './Quote.tsx'
import { settingsOf, useValueText } from './use-value-text.ts'

interface Props {
  fileId: number
  /** Properties of the portal are known to editors while it is connected. */
  canReadMaster: boolean
  onShow: (citation: Citation) => void
}

interface ChangeProps extends Pick<Props, 'onShow'> {
  change: Write['properties'][number]
  master: Master | undefined
}

function Change({ change, master, onShow }: ChangeProps) {
  const { t } = useTranslation('crm')
  const textOf = useValueText()
  const { name, label, before, after, reason, citations } = change
  const property = master?.properties.find((one) => one.name === name)
  const settings = master ? settingsOf(master) : null
  return (
    <li>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>
        <VisuallyHidden>{t('history.before')}</VisuallyHidden>
        <del className={styles.before}>{textOf(property, settings, before)}</del>
        <span className={styles.arrow} aria-hidden>
          →
        </span>
        <VisuallyHidden>{t('history.after')}</VisuallyHidden>
        <ins className={styles.after}>{textOf(property, settings, after)}</ins>
      </span>
      {(reason !== null || citations.length > 0) && (
        <details className={styles.details}>
          <summary>{t('history.evidence')}</summary>
          {reason !== null && <p>{reason}</p>}
          <Quotes citations={citations} onShow={onShow} />
        </details>
      )}
    </li>
  )
}

function Writes({ fileId, canReadMaster, onShow }: Props) {
  const { t } = useTranslation('crm')
  const { data: master } = useQuery({ ...masterQuery(fileId), enabled: canReadMaster })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(writesQuery(fileId))
  if (!data) return error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Loading />
  const writes = data.pages.flatMap((page) => page.data)
  if (writes.length === 0) return <p className={styles.quiet}>{t('history.empty')}</p>
  return (
    <>
      <ol className={styles.writes} aria-label={t('history.title')}>
        {writes.map(({ id, status, deal_name: name, written_by: person, created_at: at, properties }) => (
          <li key={id} className={styles.write}>
            <p className={styles.writeHead}>
              <strong>{name}</strong>
              {status !== 'written' && (
                <span className={status === 'failed' ? styles.bad : styles.quiet}>{t(`history.${status}`)}</span>
              )}
              <span className={styles.quiet}>
                {t('history.by', { date: formatDateTime(at), user: person?.name ?? t('history.somebody') })}
              </span>
            </p>
            <ul className={styles.changes}>
              {properties.map((change) => (
                <Change key={change.name} change={change} master={master} onShow={onShow} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="default" size="compact-md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('history.more')}
        </Button>
      )}
    </>
  )
}

/** What was written to deals from this file, with evidence. Loaded on request. */
export function WriteHistory(props: Props) {
  const { t } = useTranslation('crm')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={styles.section}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        justify="flex-start"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t(isOpen ? 'history.hide' : 'history.show')}
      </Button>
      {isOpen && <Writes {...props} />}
    </section>
  )
}
