import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { IconBusinessplan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { clientConfigQuery } from '../platform/client-config.ts'
import { useSignedIn } from '../platform/session.ts'
import styles from './DealLink.module.css'

interface Props {
  deal: NonNullable<ProjectFile['hubspot_deal']>
  canEdit: boolean
}

/** The deal of a file. It leads to HubSpot for who may edit the file, while the portal of the deal is connected (CRM-11). */
export function DealLink({ deal, canEdit }: Props) {
  const { deal_name: name, hubspot_id: portal, deal_id: id, is_reachable: isReachable } = deal
  const { t } = useTranslation('workspace')
  const { is_hubspot_connected: isConnected } = useSignedIn()
  const { data: config } = useQuery(clientConfigQuery)
  const base = config?.hubspot_url ?? null
  const content = (
    <>
      <IconBusinessplan size={14} aria-hidden="true" />
      <span>{name}</span>
    </>
  )
  if (!canEdit || !isConnected || !isReachable || base === null)
    return (
      <span className={styles.deal} title={name}>
        {content}
      </span>
    )
  const label = t('openDeal', { name })
  return (
    <a
      className={styles.deal}
      // Deals have the object type 0-3.
      href={`${base}/contacts/${encodeURIComponent(portal)}/record/0-3/${encodeURIComponent(id)}`}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      title={label}
      draggable={false}
      // A double click on the row opens the file.
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {content}
    </a>
  )
}
