// Parts that the deal adds to the file page: its name in the header, the second icon and its sidebar (CRM-09).
import { fileChannel } from '@kaiwa/contract/channels.ts'
import { ActionIcon } from '@mantine/core'
import { IconBusinessplan } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../platform/lazy-part.tsx'
import { useChannel } from '../platform/realtime/use-channel.ts'
import { DealLink } from '../files/DealLink.tsx'
import type { FileProps, Panel, ToolbarEntry } from '../transcripts/file-page.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { closeCrmPanel, openCrmPanel, useCrmPanel } from './crm-panel.ts'
import styles from './HeaderDeal.module.css'
import { refreshFileDeal, refreshStoredDeal } from './queries.ts'

function CrmToggle() {
  const { t } = useTranslation('transcripts')
  const client = useQueryClient()
  const { file } = useOpenFile()
  const { session, isOpen, isThere } = useCrmPanel()
  const refresh = () => void refreshFileDeal(client, file.id)
  useChannel(fileChannel(file.id), {
    'crm-deal-changed': refresh,
    // The deal may be older than the subscription: the sidebar was opened before it, or on an earlier visit of the page.
    onSubscribed: () => void refreshStoredDeal(client, file.id),
    onResubscribed: refresh,
  })
  if (!isThere) return null
  const label = t('crmPanel')
  return (
    <ActionIcon
      variant={isOpen ? 'light' : 'subtle'}
      color={isOpen ? undefined : 'gray'}
      size={32}
      aria-label={label}
      title={label}
      aria-expanded={isOpen}
      onClick={() => (isOpen ? closeCrmPanel(session) : openCrmPanel(session))}
    >
      <IconBusinessplan size={18} aria-hidden="true" />
    </ActionIcon>
  )
}

const CrmSidebar = lazyPart(async () => (await import('./CrmSidebar.tsx')).CrmSidebar, ['crm'])

function CrmAside() {
  const { isOpen } = useCrmPanel()
  return isOpen && <CrmSidebar />
}

export const crmPanel: Panel = { id: 'crm', order: 25, side: 'right', Panel: CrmAside }

export const crmToggle: ToolbarEntry = { id: 'crm', order: 11, side: 'end', Entry: CrmToggle }

/** The deal of the file by name; a link to HubSpot for who may follow it (CRM-11). */
function HeaderDeal({ file }: FileProps) {
  if (!file.hubspot_deal) return null
  return (
    <span className={styles.deal}>
      <DealLink deal={file.hubspot_deal} canEdit={file.can.edit} />
    </span>
  )
}

export const headerDeal = { id: 'deal', order: 5, Action: HeaderDeal }
