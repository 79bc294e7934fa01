import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { call } from '../../platform/call.ts'
import { queryClient } from '../../platform/query-client.ts'
import { refreshTree } from '../../tree/queries.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { recordAddress } from './record-address.ts'

/** /record: opens the folder 'Recordings' of the workspace, and records into it. */
function OpenRecordingsPage() {
  const { t } = useTranslation('recording')
  const common = useTranslation().t
  const { data, error, refetch } = useQuery({
    queryKey: ['open-recordings'],
    queryFn: async () => {
      const folder = await call('openRecordings')
      await refreshTree(queryClient)
      return folder.resource_id
    },
    retry: false,
    gcTime: 0,
  })
  if (data !== undefined) return <Navigate to={recordAddress(data)} replace />
  return (
    <main id="content">
      <title>{`${t('pageTitle')} – ${common('appName')}`}</title>
      {error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Loading />}
    </main>
  )
}

export default OpenRecordingsPage
