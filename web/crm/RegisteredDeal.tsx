import { Anchor, Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { type DOMAttributes, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { formatDate, formatDateTime } from '../platform/dates.ts'
import { useChange } from '../platform/use-change.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import styles from './Crm.module.css'
import { type FileDeal, refreshFileDeal } from './queries.ts'
import { settingsOf, useValueText } from './use-value-text.ts'

/** Handlers of a button that is about to be pressed. */
export type Intent = Pick<DOMAttributes<HTMLButtonElement>, 'onPointerEnter' | 'onFocus'>

interface Props {
  deal: NonNullable<FileDeal['deal']>
  written: FileDeal['written']
  portal: FileDeal['portal']
  canEdit: boolean
  onEdit: () => void
  intent: Intent
}

function Written({ written, portal }: Pick<Props, 'written' | 'portal'>) {
  const { t } = useTranslation('crm')
  const textOf = useValueText()
  const settings = portal && settingsOf(portal)
  return (
    <section className={styles.section}>
      <h3 className={styles.subtitle}>{t('deal.written')}</h3>
      {written.length === 0 ? (
        <p className={styles.quiet}>{t('deal.nothingWritten')}</p>
      ) : (
        <ul className={styles.written}>
          {written.map(({ name, label, value, format, written_at: at }) => (
            <li key={name}>
              <span className={styles.label}>
                <span>{label}</span>
                <span>{formatDateTime(at)}</span>
              </span>
              <span className={`${styles.value} ${styles.long}`}>{textOf(format, settings, value)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function RemoveButton({ name }: { name: string }) {
  const { t } = useTranslation('crm')
  const { file } = useOpenFile()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useChange(() => call('removeCrmFileDeal', { params: { projectFileId: file.id } }), {
    done: t('deal.removed'),
    refresh: (client) => refreshFileDeal(client, file.id),
  })
  return (
    <>
      <Button variant="subtle" color="gray" size="compact-md" onClick={() => setIsAsking(true)}>
        {t('deal.remove')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('deal.removeTitle')}
        text={t('deal.removeText', { name })}
        confirmLabel={t('deal.remove')}
        isBusy={isPending}
        onConfirm={() => mutate(undefined, { onSettled: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}

/** A registered deal with an edit action (CRM-15). */
export function RegisteredDeal({ deal, written, portal, canEdit, onEdit, intent }: Props) {
  const { t } = useTranslation('crm')
  const { deal_name: name, url, pipeline_label: pipeline, stage_label: stage, registered_by: person } = deal
  const date = formatDate(deal.registered_at)
  return (
    <>
      <div className={styles.card}>
        <h3 className={styles.dealName}>
          {url === null ? (
            name
          ) : (
            <Anchor href={url} target="_blank" rel="noopener noreferrer" inherit aria-label={t('deal.open', { name })}>
              {name}
              <IconExternalLink size={16} aria-hidden />
            </Anchor>
          )}
        </h3>
        <dl className={styles.facts}>
          <dt>{t('deal.pipeline')}</dt>
          <dd>{pipeline ?? t('noValue')}</dd>
          <dt>{t('deal.stage')}</dt>
          <dd>{stage ?? t('noValue')}</dd>
        </dl>
        <span className={styles.quiet}>
          {person ? t('deal.registered', { date, user: person.name }) : t('deal.registeredBySomebody', { date })}
        </span>
        {canEdit && url === null && <p className={styles.quiet}>{t('deal.otherPortal')}</p>}
        {canEdit && (
          <div className={styles.actions}>
            <Button size="compact-md" onClick={onEdit} {...intent}>
              {t('deal.edit')}
            </Button>
            <RemoveButton name={name} />
          </div>
        )}
      </div>
      <Written written={written} portal={portal} />
    </>
  )
}
