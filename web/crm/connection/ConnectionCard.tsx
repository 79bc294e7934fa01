import type { CrmConnection } from '@kaiwa/contract/crm.ts'
import { Anchor, Badge, Button, Loader } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/call.ts'
import { formatDateTime } from '../../platform/dates.ts'
import { isInstalledApp } from '../../platform/installed-app.ts'
import { reportFailure, showFailure } from '../../platform/error-text.ts'
import { sessionQuery } from '../../platform/session.ts'
import { toast } from '../../platform/toasts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { connectionQuery } from '../queries.ts'
import styles from './Connection.module.css'
import { keepRedirectUri } from './use-connect.ts'

const SETTINGS = ['KAIWA_HUBSPOT_CLIENT_ID', 'KAIWA_HUBSPOT_CLIENT_SECRET']
const DOCS_URL = '/guide/crm#setup'

/** Starts OAuth: the browser goes to HubSpot's page. */
function ConnectButton({ isAgain }: { isAgain: boolean }) {
  const { t } = useTranslation('crmConnection')
  const client = useQueryClient()
  const [isLeaving, setIsLeaving] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('getCrmUrl', { query: { is_app: isInstalledApp() ? '1' : '0' } }),
    onSuccess: ({ url, redirect_uri: address }) => {
      keepRedirectUri(address)
      if (isInstalledApp()) globalThis.open(url, '_blank', 'noopener')
      else {
        setIsLeaving(true)
        globalThis.location.assign(url)
      }
    },
    onError: (error) => {
      reportFailure(error)
      void client.invalidateQueries(connectionQuery)
    },
  })
  return (
    <Button loading={isPending || isLeaving} onClick={() => mutate()}>
      {t(isAgain ? 'reconnect' : 'connect')}
    </Button>
  )
}

/** Asks before it disconnects (CRM-03). */
function DisconnectButton() {
  const { t } = useTranslation('crmConnection')
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('disconnectCrm'),
    onSuccess: () => toast.success(t('disconnected')),
    onError: (error) => showFailure(error, () => t('disconnectFailed')),
    onSettled: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: connectionQuery.queryKey }),
        client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      ])
      setIsAsking(false)
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t('disconnect')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('disconnectTitle')}
        text={t('disconnectText')}
        confirmLabel={t('disconnect')}
        danger
        isBusy={isPending}
        onConfirm={() => mutate()}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}

function Portal({ portal }: { portal: NonNullable<CrmConnection['portal']> }) {
  const { t } = useTranslation('crmConnection')
  const { hubspot_id: id, name, connected_at: at, connected_by: person } = portal
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('portal')}</dt>
        <dd>
          {name !== null && <span>{name}</span>}
          <span className={name === null ? undefined : styles.quiet}>{t('portalId', { id })}</span>
        </dd>
      </div>
      <div>
        <dt>{t('since')}</dt>
        <dd>{formatDateTime(at)}</dd>
      </div>
      <div>
        <dt>{t('by')}</dt>
        <dd>{person?.name ?? t('somebody')}</dd>
      </div>
    </dl>
  )
}

function NotSet() {
  const { t } = useTranslation('crmConnection')
  return (
    <div className={styles.note}>
      <p>
        <strong>{t('notSet')}</strong>
      </p>
      <p>{t('notSetHow')}</p>
      <ul className={styles.settings}>
        {SETTINGS.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
      <Anchor href={DOCS_URL} underline="always" inherit>
        {t('docs')}
      </Anchor>
    </div>
  )
}

interface Props {
  connection: CrmConnection
  isConnecting: boolean
}

/** The connection to HubSpot in each of its states. */
export function ConnectionCard({ connection, isConnecting }: Props) {
  const { t } = useTranslation('crmConnection')
  const { status, problem, portal, is_trial: isTrial } = connection
  const headingId = useId()
  const isConnected = status === 'connected'
  return (
    <section className={styles.card} aria-labelledby={headingId} aria-busy={isConnecting}>
      <div className={styles.head}>
        <h2 className={styles.name} id={headingId}>
          {t('hubspot')}
        </h2>
        {problem !== 'not-set' && (
          <span className={styles.state} data-state={status}>
            {t(`status.${status}`)}
          </span>
        )}
        {isTrial && (
          <Badge color="gray" variant="light" tt="none">
            {t('trial')}
          </Badge>
        )}
      </div>
      <p className={styles.quiet}>{t('about')}</p>
      {isTrial && <p className={styles.quiet}>{t('trialAbout')}</p>}
      {problem === 'not-set' ? (
        <NotSet />
      ) : (
        problem !== null && (
          <div className={styles.problem} role="alert">
            <p>{t(`problems.${problem}`)}</p>
            <p>{t('problemNext')}</p>
          </div>
        )
      )}
      {portal && <Portal portal={portal} />}
      {isConnecting ? (
        <output className={styles.working}>
          <Loader size="xs" component="span" />
          {t('connecting')}
        </output>
      ) : (
        (portal !== null || problem !== 'not-set') && (
          <div className={styles.actions}>
            {!isConnected && problem !== 'not-set' && <ConnectButton isAgain={portal !== null} />}
            {/* Also without the settings: the stored tokens of a portal can be deleted. */}
            {portal !== null && <DisconnectButton />}
          </div>
        )
      )}
    </section>
  )
}
