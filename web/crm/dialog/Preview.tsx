import { CHAT_MODELS } from '@kaiwa/contract/chat-models.ts'
import { Badge, Button, Loader, VisuallyHidden } from '@mantine/core'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../platform/dates.ts'
import { Loading } from '../../ui/Loading.tsx'
import { HubspotNotice } from '../HubspotNotice.tsx'
import type { Master } from '../queries.ts'
import { settingsOf } from '../use-value-text.ts'
import { Column } from './Column.tsx'
import { type Conflict, isResolved } from './conflicts.ts'
import { foundNames } from './deal-rows.ts'
import styles from './Preview.module.css'
import { PreviewRow } from './PreviewRow.tsx'
import type { DealDialogState } from './use-deal-dialog.ts'
import type { DealWrite } from './use-deal-write.ts'

interface Props {
  dialog: DealDialogState
  write: DealWrite
}

/** The spinner while values arrive, and how many have (CRM-25). */
function Progress({ dialog: { generation } }: Pick<Props, 'dialog'>) {
  const { t } = useTranslation('crm')
  const { data, isStarting, isWriting, isStopping } = generation
  const values = data?.values ?? []
  const done = values.filter(({ status }) => status !== 'waiting').length
  const isBusy = isStarting || isWriting
  return (
    <>
      {isBusy && (
        <div className={styles.progress}>
          <Loader size="xs" aria-hidden />
          <span>{t('dialog.generating')}</span>
          {isWriting && <span className={styles.small}>{t('dialog.progress', { done, count: values.length })}</span>}
          <Button variant="default" size="compact-sm" loading={isStopping} onClick={() => void generation.stop()}>
            {t('dialog.stop')}
          </Button>
        </div>
      )}
      <VisuallyHidden role="status">
        {isWriting ? t('dialog.progress', { done, count: values.length }) : isStarting ? t('dialog.generating') : ''}
      </VisuallyHidden>
    </>
  )
}

/** How the values were found: by a model, or by rules. */
function Source({ dialog: { shown } }: Pick<Props, 'dialog'>) {
  const { t } = useTranslation('crm')
  if (!shown) return null
  return (
    <Badge variant="light" color={shown.model === null ? 'gray' : undefined} tt="none">
      {shown.model === null ? t('dialog.rules') : CHAT_MODELS[shown.model].label}
    </Badge>
  )
}

/** Notices about required actions are above the list, which may be scrolled. */
function scrollToNotice(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

/** Generated values that are not shown. */
function Offer({ dialog: { offer }, write }: Props) {
  const { t } = useTranslation('crm')
  const { offered, name } = offer
  if (!offered) return null
  const handleShow = () => {
    write.reset()
    offer.show()
  }
  return (
    <div className={styles.resume}>
      <span>
        {offered.status === 'writing'
          ? t('dialog.resumeWriting', { name })
          : t('dialog.resume', { name, date: formatDateTime(offered.created_at) })}
      </span>
      <Button variant="default" size="compact-sm" onClick={handleShow}>
        {t('dialog.resumeShow')}
      </Button>
    </div>
  )
}

/** Ticked properties that were removed from HubSpot since. */
function Gone({ dialog: { gone, labelOf, toggle } }: Pick<Props, 'dialog'>) {
  const { t } = useTranslation('crm')
  return gone.map((name) => (
    <div key={name} className={styles.resume} role="alert">
      <span>{t('preview.unknown', { name: labelOf(name) })}</span>
      <Button variant="default" size="compact-sm" onClick={() => toggle(name)}>
        {t('preview.deselect')}
      </Button>
    </div>
  ))
}

function Failed({ dialog: { shown } }: Pick<Props, 'dialog'>) {
  const { t } = useTranslation('crm')
  if (shown?.status !== 'failed') return null
  return (
    <p className={styles.bad} role="alert">
      {t('sentences', {
        first: t(`dialog.generateFailed.${shown.error ?? 'server-error'}`),
        second: t('dialog.notCounted'),
      })}
    </p>
  )
}

function Notices({ dialog, write }: Props) {
  const { t } = useTranslation('crm')
  return (
    <>
      <Offer dialog={dialog} write={write} />
      <Gone dialog={dialog} />
      <Failed dialog={dialog} />
      {!isResolved(write.conflicts) && (
        <div className={styles.conflictHead} role="alert" ref={scrollToNotice}>
          <strong>{t('conflict.title')}</strong>
          <p>{t('conflict.text')}</p>
        </div>
      )}
      {write.refusals.size > 0 && (
        <p className={styles.conflictHead} role="alert" ref={scrollToNotice}>
          {t('preview.refusedTitle')}
        </p>
      )}
    </>
  )
}

function ValueList({ dialog, write, master }: Props & { master: Master }) {
  const { t } = useTranslation('crm')
  const settings = useMemo(() => settingsOf(master), [master])
  const latest = useRef({ dialog, write })
  useEffect(() => {
    latest.current = { dialog, write }
  })
  const handleEdit = useCallback((name: string, text: string | null) => {
    latest.current.write.afterEdit(name, text)
    latest.current.dialog.edit(name, text)
  }, [])
  const handleResolve = useCallback(
    (name: string, choice: Conflict['choice']) => latest.current.write.choose(name, choice),
    [],
  )
  const list = useRef<HTMLUListElement>(null)
  const { rows, shown } = dialog
  const endedId = shown && shown.status !== 'writing' ? shown.id : null
  const moveFound = useEffectEvent(() => {
    // A field that moves loses the focus.
    if (!list.current?.contains(document.activeElement)) dialog.moveToFront(foundNames(rows))
  })
  useEffect(() => {
    if (endedId !== null) moveFound()
  }, [endedId])
  return (
    <ul className={styles.values} aria-label={t('dialog.preview')} ref={list}>
      {rows.map((row) => (
        <PreviewRow
          key={row.property.name}
          row={row}
          settings={settings}
          conflict={write.conflicts.get(row.property.name) ?? null}
          refusal={write.refusals.get(row.property.name)}
          onEdit={handleEdit}
          onResolve={handleResolve}
        />
      ))}
    </ul>
  )
}

function Values(props: Props) {
  const { t } = useTranslation('crm')
  const { chosen, deal, master, selected } = props.dialog
  if (chosen === null) return <p className={styles.hint}>{t('preview.chooseDeal')}</p>
  if (deal.error || (!deal.data && deal.failureReason)) return <HubspotNotice {...deal} />
  if (!deal.data || !master.data) return <Loading />
  if (selected.size === 0) return <p className={styles.hint}>{t('preview.chooseProperties')}</p>
  return <ValueList {...props} master={master.data} />
}

/** The values that will be written, next to those at HubSpot (CRM-24). */
export function Preview({ isShown, ...props }: Props & { isShown: boolean }) {
  const { t } = useTranslation('crm')
  const { dialog } = props
  const changes = dialog.rows.filter(({ isChanged }) => isChanged).length
  return (
    <Column title={t('dialog.preview')} step="preview" isShown={isShown} aside={<Source dialog={dialog} />}>
      {dialog.chosen && <p className={styles.dealName}>{dialog.deal.data?.name ?? dialog.chosen.name}</p>}
      <Progress dialog={dialog} />
      <Notices {...props} />
      {dialog.rows.length > 0 && <span className={styles.small}>{t('preview.count', { count: changes })}</span>}
      <Values {...props} />
    </Column>
  )
}
