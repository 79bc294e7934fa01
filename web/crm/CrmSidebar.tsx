import { Button } from '@mantine/core'
import { IconBusinessplan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pressCitation } from '../assistant/cited.ts'
import { lazyPart } from '../platform/lazy-part.tsx'
import { useOpenFile } from '../transcripts/open-file.ts'
import { Sidebar } from '../transcripts/Sidebar.tsx'
import { openDrawer } from '../transcripts/use-sidebar-open.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import styles from './Crm.module.css'
import { closeCrmPanel, useCrmPanel } from './crm-panel.ts'
import { Disconnected } from './HubspotNotice.tsx'
import { fileDealQuery } from './queries.ts'
import { RegisteredDeal } from './RegisteredDeal.tsx'
import { WriteHistory } from './WriteHistory.tsx'

const DealDialog = lazyPart(async () => (await import('./dialog/DealDialog.tsx')).DealDialog)

/** Initial width in pixels. */
const WIDTH = 360

function NoDeal({ onRegister }: { onRegister: () => void }) {
  const { t } = useTranslation('crm')
  return (
    <div className={styles.empty}>
      <IconBusinessplan size={32} aria-hidden />
      <h3 className={styles.emptyTitle}>{t('empty.title')}</h3>
      <p>{t('empty.text')}</p>
      <Button onClick={onRegister}>{t('empty.register')}</Button>
    </div>
  )
}

/** The deal of the file: its display with an edit action, or how to register one (CRM-12 to CRM-15). */
export function CrmSidebar() {
  const { t } = useTranslation('crm')
  const { file } = useOpenFile()
  const { session, isDrawer } = useCrmPanel()
  const [isEditing, setIsEditing] = useState(false)
  const { data, error, refetch } = useQuery(fileDealQuery(file.id))
  const canEdit = data?.can.edit ?? false
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
        <div className={styles.panel}>
          {!data.is_connected && <Disconnected />}
          {data.deal ? (
            <RegisteredDeal
              deal={data.deal}
              written={data.written}
              canEdit={canEdit}
              onEdit={() => setIsEditing(true)}
            />
          ) : (
            canEdit && <NoDeal onRegister={() => setIsEditing(true)} />
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
