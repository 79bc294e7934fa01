// What Kaiwa asks HubSpot: the port that the official client implements (hubspot-client.ts). Each call has one access token.
import type { CrmFieldType, CrmValueType } from '@kaiwa/contract/crm-words.ts'

export interface ProviderAccount {
  /** Id of the portal (`hub_id`). */
  portalId: string
  domain: string | null
  timeZone: string
  currency: string | null
}

export interface ProviderPipeline {
  id: string
  label: string
  stages: { id: string; label: string }[]
}

export interface ProviderProperty {
  name: string
  label: string
  description: string
  type: CrmValueType
  fieldType: CrmFieldType
  options: { label: string; value: string }[]
  groupName: string
  displayOrder: number
  isCurrency: boolean
  isPercent?: boolean
}

export interface ProviderDeal {
  id: string
  properties: Record<string, string | null>
  createdAt: string
  updatedAt: string
}

export interface DealSearch {
  pipeline?: string | undefined
  stage?: string | undefined
  query?: string | undefined
  /** Number of deals to leave out. */
  after: number
  limit: number
}

export interface HubspotApi {
  readAccount: () => Promise<ProviderAccount>
  /** Pipelines of deals in display order, without archived ones. */
  readPipelines: () => Promise<ProviderPipeline[]>
  readGroups: () => Promise<{ name: string; label: string }[]>
  /** Properties that can be written: not hidden, not calculated, not read-only, with a field type that Kaiwa shows. */
  readProperties: () => Promise<ProviderProperty[]>
  /** Deals with name, pipeline, stage and amount, the last changed first. `total`: at most 10,000 are found. */
  searchDeals: (search: DealSearch) => Promise<{ deals: ProviderDeal[]; total: number }>
  /** A merged deal is returned under its new id. */
  readDeal: (dealId: string, properties: readonly string[]) => Promise<ProviderDeal>
  /** Writes all values or none. */
  updateDeal: (dealId: string, values: Readonly<Record<string, string>>) => Promise<ProviderDeal>
}

/**
 * Why a call failed. `unauthorized`: the access token has expired or was revoked. `forbidden`: a scope is missing. `denied`:
 * HubSpot does not allow this one call. `missing`: HubSpot does not know the deal; of reads and writes of one deal. `invalid`:
 * refused values of a write, or a refused code. `wait`: a rate limit. `unavailable`: no answer, a server error, an answer
 * that is not JSON or has an unknown form, or a read that HubSpot refuses as wrong.
 */
export type HubspotFailureKind =
  | 'unauthorized'
  | 'forbidden'
  | 'denied'
  | 'missing'
  | 'invalid'
  | 'wait'
  | 'unavailable'

export class HubspotFailure extends Error {
  readonly kind: HubspotFailureKind
  /** Seconds until the next call may succeed; of `wait`. */
  readonly retryAfter: number | null
  /** Property → text of HubSpot; of `invalid`. */
  readonly refused: Readonly<Record<string, string>>
  /** HubSpot's own names of the failure, such as `BAD_REFRESH_TOKEN` and `invalid_grant`. */
  readonly codes: readonly string[]

  constructor(
    kind: HubspotFailureKind,
    message: string,
    details: {
      retryAfter?: number | null
      refused?: Record<string, string>
      codes?: readonly string[]
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: details.cause })
    this.name = 'HubspotFailure'
    this.kind = kind
    this.retryAfter = details.retryAfter ?? null
    this.refused = details.refused ?? {}
    this.codes = details.codes ?? []
  }
}
