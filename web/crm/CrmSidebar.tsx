import { userChannel } from '@kaiwa/contract/channels.ts'
import { Button } from '@mantine/core'
import { IconBusinessplan } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pressCitation } from '../assistant/cited.ts'
import { lazyPart } from '../platform/lazy-part.tsx'
import { useChannel } from '../platform/realtime/use-channel.ts'
import { refreshQueries } from '../platform/refresh-queries.ts'
import { useSignedIn } from '../platform/session.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { Sidebar } from '../transcripts/Sidebar.tsx'
import { openDrawer } from '../transcripts/use-sidebar-open.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import styles from './Crm.module.css'
import { closeCrmPanel, holdCrmPanel, useCrmPanel } from './crm-panel.ts'
import { Disconnected } from './HubspotNotice.tsx'
import { forgetDeals, prefetchDeals, prefetchMaster } from './prefetch-dialog.ts'
import { fileDealQuery } from './queries.ts'
import { type Intent, RegisteredDeal } from './RegisteredDeal.tsx'
import { WriteHistory } from './WriteHistory.tsx'

const DealDialog = lazyPart(async () => (await import('./dialog/DealDialog.tsx')).DealDialog)

/** Initial width in pixels. */
const WIDTH = 360

interface NoDealProps {
  onRegister: () => void
  intent: Intent
}

function NoDeal({ onRegister, intent }: NoDealProps) {
  const { t } = useTranslation('crm')
  return (
    <div className={styles.empty}>
      <IconBusinessplan size={32} aria-hidden />
      <h3 className={styles.emptyTitle}>{t('empty.title')}</h3>
      <p>{t('empty.text')}</p>
      <Button onClick={onRegister} {...intent}>
        {t('empty.register')}
      </Button>
    </div>
  )
}

/** Requests the deal of the file again when values were generated, or the connection changed, since it was loaded. */
function useFreshness(isEditing: boolean): void {
  const client = useQueryClient()
  const { file } = useOpenFile()
  const { user, is_hubspot_connected: isConnected } = useSignedIn()
  const { data } = useQuery({ ...fileDealQuery(file.id), enabled: false })
  const loadedConnected = data?.is_connected
  const refresh = useEffectEvent(() => void refreshQueries(client, ['crm-file-deal', file.id]))
  useEffect(() => {
    if (loadedConnected !== undefined && loadedConnected !== isConnected) refresh()
  }, [loadedConnected, isConnected])
  useChannel(userChannel(user.id), {
    // The dialog reads the generation itself.
    'crm-generation-changed': ({ project_file_id: changed }) => {
      if (changed === file.id && !isEditing) void refreshQueries(client, ['crm-file-deal', file.id])
    },
  })
}

/**
 * Requests before the dialog is opened what it shows first: its code and the master data with the sidebar, the deals when
 * the pointer or the focus has reached its button.
 */
function usePreparation(canEdit: boolean, isEditing: boolean): Intent {
  const client = useQueryClient()
  const { id: fileId } = useOpenFile().file
  useEffect(() => {
    if (!canEdit) return
    DealDialog.preload()
    prefetchMaster(client, fileId)
  }, [canEdit, client, fileId])
  useEffect(() => (isEditing ? () => forgetDeals(client, fileId) : undefined), [isEditing, client, fileId])
  const prefetch = () => prefetchDeals(client, fileId)
  return {
    onPointerEnter: prefetch,
    // Without a former element, the dialog has returned the focus.
    onFocus: ({ relatedTarget }) => relatedTarget && prefetch(),
  }
}

/** The sidebar as the place of an open dialog: it stays, and gets the focus if the button of the dialog is gone. */
function useDialogPlace(isEditing: boolean, dealId: string | null) {
  const { session, isDrawer } = useCrmPanel()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => (isEditing ? holdCrmPanel(session) : undefined), [isEditing, session])
  useEffect(() => {
    if (isEditing && isDrawer) openDrawer({ session, name: 'crm' })
  }, [isEditing, isDrawer, session])
  const formerDeal = useRef(dealId)
  useEffect(() => {
    // Another button opens the dialog from now on.
    if (formerDeal.current !== dealId && document.activeElement === document.body) panel.current?.focus()
    formerDeal.current = dealId
  }, [dealId])
  return panel
}

/** The deal of the file: its display with an edit action, or how to register one (CRM-12 to CRM-15). */
export function CrmSidebar() {
  const { t } = useTranslation('crm')
  const { file } = useOpenFile()
  const { session, isDrawer } = useCrmPanel()
  const [isEditing, setIsEditing] = useState(false)
  const { data, error, refetch } = useQuery(fileDealQuery(file.id))
  const canEdit = data?.can.edit ?? false
  useFreshness(isEditing)
  const intent = usePreparation(canEdit, isEditing)
  const panel = useDialogPlace(isEditing, data?.deal?.deal_id ?? null)
  const handleShow: typeof pressCitation = (citation) => {
    // The quote is marked behind the drawer.
    if (isDrawer) openDrawer(null)
    pressCitation(citation)
  }
  return (
    <Sidebar
      side="right"
      title={t('title')}
      storageKey="kaiwa.crm-width"
      initial={WIDTH}
      onClose={() => closeCrmPanel(session)}
    >
      {data ? (
        <div className={styles.panel} ref={panel} tabIndex={-1}>
          {!data.is_connected && <Disconnected />}
          {data.deal ? (
            <RegisteredDeal
              deal={data.deal}
              written={data.written}
              portal={data.portal}
              canEdit={canEdit}
              onEdit={() => setIsEditing(true)}
              intent={intent}
            />
          ) : (
            canEdit && <NoDeal onRegister={() => setIsEditing(true)} intent={intent} />
          )}
          {file.can.edit && <WriteHistory fileId={file.id} canReadMaster={canEdit} onShow={handleShow} />}
        </div>
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      {data && isEditing && <DealDialog fileDeal={data} onClose={() => setIsEditing(false)} />}
    </Sidebar>
  )
}
