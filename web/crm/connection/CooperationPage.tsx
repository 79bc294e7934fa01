import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AccountArea } from '../../accounts/mypage/AccountArea.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { connectionQuery } from '../queries.ts'
import { ConnectionCard } from './ConnectionCard.tsx'
import { useConnect } from './use-connect.ts'

/** /mypage/hubspot-connect: the owner connects the workspace to HubSpot or disconnects it (CRM-01). */
function CooperationPage() {
  const { t } = useTranslation('crmConnection')
  const isConnecting = useConnect()
  const { data, error, refetch } = useQuery(connectionQuery)
  return (
    <AccountArea title={t('title')}>
      {data ? (
        <ConnectionCard connection={data} isConnecting={isConnecting} />
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </AccountArea>
  )
}

export default CooperationPage
