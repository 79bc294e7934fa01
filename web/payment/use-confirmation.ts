import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { usageQuery } from '../billing/queries.ts'
import { PAYMENT_KEY } from './queries.ts'

type Status = 'completed' | 'open' | 'expired'
export type Outcome = Status | 'pending' | 'failed'

/** Milliseconds between two questions while the provider has not finished, and how many are asked. */
const ASK_AGAIN = 2_000
const QUESTIONS = 10

/**
 * Asks the server to confirm the session of the address (`session_id`), which makes a purchase take effect before the
 * provider's webhook arrives. An address without a session was opened by hand or by a visitor: nothing is asked.
 */
export function useConfirmation(confirm: (session: string) => Promise<{ status: Status }>): Outcome {
  const client = useQueryClient()
  const [search] = useSearchParams()
  const session = search.get('session_id')
  const { data, isError } = useQuery({
    queryKey: ['confirmation', session],
    queryFn: () => confirm(session ?? ''),
    enabled: session !== null,
    retry: 2,
    staleTime: Infinity,
    refetchInterval: ({ state }) =>
      state.data?.status === 'open' && state.dataUpdateCount < QUESTIONS ? ASK_AGAIN : false,
  })
  const status = data?.status
  useEffect(() => {
    if (status !== 'completed') return
    void client.invalidateQueries({ queryKey: PAYMENT_KEY })
    void client.invalidateQueries({ queryKey: usageQuery.queryKey })
  }, [client, status])
  if (session === null) return 'completed'
  return status ?? (isError ? 'failed' : 'pending')
}
