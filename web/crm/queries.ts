import {
  CRM_DEAL_REASON,
  CRM_DISCONNECTED_REASON,
  CRM_UNAVAILABLE_REASON,
  CRM_WAIT_REASON,
} from '@kaiwa/contract/crm-words.ts'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { ApiError } from '../platform/api-error.ts'
import { call } from '../platform/call.ts'
import type { CallResult } from '../platform/call-types.ts'
import { refreshQueries } from '../platform/refresh-queries.ts'

export type FileDeal = CallResult<'getCrmFileDeal'>
export type Master = CallResult<'getCrmMaster'>
export type Deal = CallResult<'getCrmDeal'>
export type Generation = CallResult<'getCrmGeneration'>
export type Deals = CallResult<'listCrmDeals'>
export type Write = CallResult<'listCrmWrites'>['data'][number]

/** Seconds to wait when HubSpot does not say how long. */
const DEFAULT_WAIT_S = 5
/** How often a call is repeated because HubSpot asks to wait. */
export const MAX_WAITS = 20
/** Milliseconds between requests while values are being written, in case messages are lost. */
const POLL_INTERVAL_MS = 5_000

function hasReason(error: unknown, reason: string): error is ApiError {
  return error instanceof ApiError && error.body['reason'] === reason
}

/** The workspace is no longer connected to HubSpot. */
export function isDisconnected(error: unknown): boolean {
  return hasReason(error, CRM_DISCONNECTED_REASON)
}

/** The person may no longer read from HubSpot: the right, the file or the connection is gone. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && ['E_FORBIDDEN', 'E_NOT_FOUND', 'E_CONFLICT'].includes(error.code)
}

export function isUnavailable(error: unknown): boolean {
  return hasReason(error, CRM_UNAVAILABLE_REASON)
}

/** The deal was deleted at HubSpot. */
export function isDealMissing(error: unknown): boolean {
  return hasReason(error, CRM_DEAL_REASON)
}

/** HubSpot asks to wait. */
export function isWait(error: unknown): error is ApiError {
  return hasReason(error, CRM_WAIT_REASON)
}

/** The text of a refusal that comes from HubSpot; null for others. `messages` contains what HubSpot says. */
export function hubspotText(error: ApiError, t: TFunction<'crm'>): string | null {
  if (isDealMissing(error)) return t('dealMissing')
  if (isUnavailable(error) || isWait(error)) return t('wait.unavailable')
  if (isDisconnected(error)) return t('disconnected.title')
  const { code, body } = error
  if (!String(body['reason']).startsWith('crm.')) return null
  if (code === 'E_FORBIDDEN') return t('forbidden')
  if (code !== 'E_UNPROCESSABLE_ENTITY') return null
  const texts = Object.values<string>(body['messages'] ?? {})
  const reasons = texts.map((text) => t('preview.refusedWith', { text }))
  return reasons.reduce((first, second) => t('sentences', { first, second }), t('preview.refusedAll'))
}

/** Milliseconds since the epoch at which a call may be repeated. */
export function retryTime(error: ApiError): number {
  error.retryAt ??= Date.now() + DEFAULT_WAIT_S * 1_000
  return error.retryAt
}

/** A call that HubSpot asks to wait with is repeated when the time is over. Its component shows the countdown. */
export const hubspotRetry = {
  retry: (failures: number, error: Error) => isWait(error) && failures < MAX_WAITS,
  retryDelay: (_failures: number, error: Error) => Math.max(0, (isWait(error) ? retryTime(error) : 0) - Date.now()),
}

export const connectionQuery = queryOptions({
  queryKey: ['crm-connection'],
  queryFn: ({ signal }) => call('getCrmConnection', {}, { signal }),
})

/** Kept while the file is open; messages of its channel refresh it (CRM-13). */
export function fileDealQuery(fileId: number) {
  return queryOptions({
    queryKey: ['crm-file-deal', fileId],
    queryFn: ({ signal }) => call('getCrmFileDeal', { params: { projectFileId: fileId } }, { signal }),
    staleTime: Infinity,
  })
}

/** Shows a copy of any age first. An older one is replaced as soon as HubSpot has answered. */
export function masterQuery(fileId: number) {
  const queryKey = ['crm-master', fileId] as const
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }): Promise<Master> => {
      const isFirst = client.getQueryData(queryKey) === undefined
      const query = { projectFileId: fileId, any_age: isFirst ? '1' : '0' } as const
      return call('getCrmMaster', { query }, { signal })
    },
    staleTime: 600_000,
    refetchInterval: ({ state }) => (state.data?.is_due === true && state.status === 'success' ? 1 : false),
    ...hubspotRetry,
  })
}

export interface DealFilter {
  pipeline: string
  stage: string
  query: string
}

export const NO_FILTER: DealFilter = { pipeline: '', stage: '', query: '' }

/** Deals page by page; '' filters nothing. Not kept after the dialog: another one shows what HubSpot answers then. */
export function dealsQuery(fileId: number, { pipeline, stage, query }: DealFilter) {
  return infiniteQueryOptions({
    queryKey: ['crm-deals', fileId, pipeline, stage, query],
    queryFn: ({ signal, pageParam }) =>
      call(
        'listCrmDeals',
        {
          query: {
            projectFileId: fileId,
            page: pageParam,
            ...(pipeline === '' ? {} : { pipeline }),
            ...(stage === '' ? {} : { stage }),
            ...(query === '' ? {} : { query }),
          },
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ current_page: current, last_page: last }) => (current < last ? current + 1 : null),
    staleTime: Infinity,
    gcTime: 0,
    ...hubspotRetry,
  })
}

/** The deal at HubSpot as it was when it was chosen: what the person sees is the base of a write. */
export function dealQuery(fileId: number, dealId: string) {
  return queryOptions({
    queryKey: ['crm-deal', fileId, dealId],
    queryFn: ({ signal }) => call('getCrmDeal', { params: { dealId }, query: { projectFileId: fileId } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    ...hubspotRetry,
  })
}

export function generationQuery(id: number) {
  return queryOptions({
    queryKey: ['crm-generation', id],
    queryFn: ({ signal }) => call('getCrmGeneration', { params: { generationId: id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'writing' ? POLL_INTERVAL_MS : false),
  })
}

export function writesQuery(fileId: number) {
  return infiniteQueryOptions({
    queryKey: ['crm-writes', fileId],
    queryFn: ({ signal, pageParam }) =>
      call('listCrmWrites', { params: { projectFileId: fileId }, query: { page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ current_page: current, last_page: last }) => (current < last ? current + 1 : null),
  })
}

/** Requests the deal of a file and the history of its writes again, as far as they were loaded. */
export async function refreshStoredDeal(client: QueryClient, fileId: number): Promise<void> {
  await Promise.all([refreshQueries(client, ['crm-file-deal', fileId]), refreshQueries(client, ['crm-writes', fileId])])
}

/** The same with the file, which names its deal. */
export async function refreshFileDeal(client: QueryClient, fileId: number): Promise<void> {
  await Promise.all([refreshStoredDeal(client, fileId), refreshQueries(client, ['file', fileId])])
}

/** Requests to HubSpot that failed are repeated. */
export function refetchFailed(client: QueryClient): void {
  void client.refetchQueries({
    type: 'active',
    predicate: ({ queryKey, state }) => String(queryKey[0]).startsWith('crm-') && state.status === 'error',
  })
}
