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

/** HubSpot has answered after this time, or its answer was lost: the deal is read later, while its portal is connected. */
const UNKNOWN_AFTER_MS = 10 * 60_000

function isUnknown({ status, created_at: at }: Write): boolean {
  return status === 'sending' && Date.now() - Date.parse(at) > UNKNOWN_AFTER_MS
}

function State({ write }: { write: Write }) {
  const { t } = useTranslation('crm')
  const { status } = write
  if (status === 'written') return null
  return (
    <span className={status === 'failed' ? styles.bad : styles.quiet}>
      {t(isUnknown(write) ? 'history.unknown' : `history.${status}`)}
    </span>
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
        {writes.map((write) => (
          <li key={write.id} className={styles.write}>
            <p className={styles.writeHead}>
              <strong>{write.deal_name}</strong>
              <State write={write} />
              <span className={styles.quiet}>
                {t('history.by', {
                  date: formatDateTime(write.created_at),
                  user: write.written_by?.name ?? t('history.somebody'),
                })}
              </span>
            </p>
            <ul className={styles.changes}>
              {write.properties.map((change) => (
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

/** The writes to deals from this file, with evidence. Loaded on request. */
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
