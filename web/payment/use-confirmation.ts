import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { codeOf } from '../platform/api-error.ts'
import { usageQuery } from '../billing/queries.ts'
import { PAYMENT_KEY } from './queries.ts'

type Status = 'completed' | 'open' | 'expired'
/** `failed`: the server or the provider did not answer. `unknown`: there is no such session of the caller. */
export type Outcome = Status | 'pending' | 'failed' | 'unknown'

/** While the provider has not finished. */
const POLL_INTERVAL_MS = 2_000
const MAX_POLLS = 10

/** Answers to a session that does not exist or belongs to another workspace. */
const REFUSED: ReadonlySet<string | null> = new Set(['E_NOT_FOUND', 'E_FORBIDDEN', 'E_UNPROCESSABLE_ENTITY'])

/**
 * Asks the server to confirm the session of the address (`session_id`), which makes a purchase take effect before the
 * provider's webhook arrives. An address without a session was opened by hand or by a visitor: nothing is asked.
 */
export function useConfirmation(confirm: (session: string) => Promise<{ status: Status }>): Outcome {
  const client = useQueryClient()
  const [search] = useSearchParams()
  const session = search.get('session_id')
  const { data, error } = useQuery({
    queryKey: ['confirmation', session],
    queryFn: () => confirm(session ?? ''),
    enabled: session !== null,
    retry: (failures, cause) => !REFUSED.has(codeOf(cause)) && failures < 2,
    staleTime: Infinity,
    refetchInterval: ({ state }) =>
      state.data?.status === 'open' && state.dataUpdateCount < MAX_POLLS ? POLL_INTERVAL_MS : false,
  })
  const status = data?.status
  useEffect(() => {
    if (status !== 'completed') return
    void client.invalidateQueries({ queryKey: PAYMENT_KEY })
    void client.invalidateQueries({ queryKey: usageQuery.queryKey })
  }, [client, status])
  if (session === null) return 'completed'
  if (status) return status
  return error ? (REFUSED.has(codeOf(error)) ? 'unknown' : 'failed') : 'pending'
}
