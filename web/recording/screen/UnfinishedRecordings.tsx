import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../../platform/session.ts'
import { useStoredSendings } from '../session/stored-sendings.ts'
import { Notice } from './Notice.tsx'
import styles from './Recording.module.css'
import { unfinishedQuery } from './stored-queries.ts'
import { UnfinishedRow } from './UnfinishedRow.tsx'

/** Recordings of this browser that were not sent completely: after a crash, a reload, or a day without the server. */
export function UnfinishedRecordings() {
  const { t } = useTranslation('recording')
  const id = useId()
  const { user } = useSignedIn()
  const { data: stored, error } = useQuery(unfinishedQuery(user.id))
  // Those have a bar of their own.
  const sendings = new Set(useStoredSendings().map(({ uuid }) => uuid))
  const found = stored?.filter(({ header }) => !sendings.has(header.uuid))
  if (error) return <Notice kind="warning" text={t('unreadable')} />
  if (!found || found.length === 0) return null
  return (
    <section className={styles.card} aria-labelledby={id} data-unfinished>
      <Title order={2} id={id} className={styles.partTitle ?? ''}>
        {t('unfinished')}
      </Title>
      <p className={styles.hint}>{t('unfinishedText')}</p>
      <ul className={styles.rows}>
        {found.map((recording) => (
          <UnfinishedRow key={recording.header.uuid} recording={recording} />
        ))}
      </ul>
    </section>
  )
}
