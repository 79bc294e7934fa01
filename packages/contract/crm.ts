// The connection of a workspace to HubSpot and what its portal defines.
import * as z from 'zod'
import { CRM_FIELD_TYPES, CRM_PROBLEMS, CRM_STATUSES, CRM_VALUE_TYPES } from './crm-words.ts'
import { flag, id, instant, person, success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { operation } from './operation.ts'

/** Calls that reach HubSpot. */
const reaching = { max: 120, window: 60, key: 'account' } as const
/** Errors of every call that reaches HubSpot. */
const reachErrors = ['E_FORBIDDEN', 'E_NOT_FOUND', 'E_CONFLICT', 'E_UNAVAILABLE', 'E_TOO_MANY_REQUESTS'] as const

const code = z.string().min(1).max(1_000)
const state = z.string().min(1).max(200)
const redirectUri = z.string().min(1).max(1_000)

export const crmConnection = z.object({
  status: z.enum(CRM_STATUSES),
  /** Null while connected, and before the first connect. */
  problem: z.enum(CRM_PROBLEMS).nullable(),
  /** The connected portal, or the one whose tokens HubSpot refuses. */
  portal: z
    .object({
      hubspot_id: z.string(),
      name: z.string().nullable(),
      connected_at: instant,
      connected_by: person.nullable(),
    })
    .nullable(),
  /** A stand-in takes the place of HubSpot: nothing leaves this installation. */
  is_trial: z.boolean(),
})
export type CrmConnection = z.infer<typeof crmConnection>

export const getCrmConnection = operation({
  name: 'getCrmConnection',
  method: 'GET',
  path: '/hubspot/connect',
  access: 'session',
  response: crmConnection,
  errors: ['E_FORBIDDEN'],
})

/**
 * Starts OAuth: the address of HubSpot's page where the owner agrees. The state in it can be used once, by this session,
 * within 10 minutes. `redirect_uri` is where HubSpot sends the browser back to. E_NOT_FOUND: no client id is set.
 */
export const getCrmUrl = operation({
  name: 'getCrmUrl',
  method: 'GET',
  path: '/hubspot/url',
  access: 'session',
  isChange: true,
  query: z.object({ is_app: flag(false) }),
  response: z.object({ url: z.string(), redirect_uri: z.string() }),
  errors: ['E_FORBIDDEN', 'E_NOT_FOUND', 'HUBSPOT_IS_ALREADY_CONNECTED', 'E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 30, window: 60, key: 'account' },
})

/** Uses the code of the callback. A wrong, foreign, used or expired code or state is refused with `incorrect`. */
export const connectCrm = operation({
  name: 'connectCrm',
  method: 'POST',
  path: '/hubspot/connect',
  access: 'session',
  body: z.object({ code, redirect_uri: redirectUri, state }),
  response: crmConnection,
  errors: ['E_FORBIDDEN', 'E_NOT_FOUND', 'HUBSPOT_IS_ALREADY_CONNECTED', 'E_UNAVAILABLE', 'E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 30, window: 60, key: 'account' },
})

/** Ends the connection, also at HubSpot if it answers. Deals of files and their history stay. */
export const disconnectCrm = operation({
  name: 'disconnectCrm',
  method: 'DELETE',
  path: '/hubspot/connect',
  access: 'session',
  response: success,
  errors: ['E_FORBIDDEN', 'E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 30, window: 60, key: 'account' },
})

/**
 * Where the browser goes with the answer of HubSpot's page: `location` is the cooperation page, or for a connect that the
 * installed app has begun a `web+kaiwa:` link to it. The state stays unused. An unknown state leads to the page, too.
 */
export const openCrmCallback = operation({
  name: 'openCrmCallback',
  method: 'GET',
  path: '/hubspot/callback',
  access: 'public',
  query: z.object({ code: code.optional(), state: state.optional(), error: z.string().max(200).optional() }),
  response: z.object({ location: z.string(), is_app: z.boolean() }),
  errors: ['E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 100, window: 300, key: 'ip' },
})

const option = z.object({ label: z.string(), value: z.string() })

const valueFormat = {
  type: z.enum(CRM_VALUE_TYPES),
  options: z.array(option),
  /** The number is an amount of money in the portal's currency. */
  isCurrency: z.boolean(),
  /** The number is a share that is shown as a percentage: 0.3 is 30 %. */
  isPercent: z.boolean().optional(),
}

/** How a value of a property is shown. `options` are those that the value names. */
export const crmValueFormat = z.object(valueFormat)
export type CrmValueFormat = z.infer<typeof crmValueFormat>

export const crmPipeline = z.object({
  id: z.string(),
  label: z.string(),
  stages: z.array(z.object({ id: z.string(), label: z.string() })),
})

/** A property that can be written. `name` is HubSpot's, `label` the portal's. */
export const crmProperty = z.object({
  name: z.string(),
  label: z.string(),
  description: z.string(),
  fieldType: z.enum(CRM_FIELD_TYPES),
  groupName: z.string(),
  displayOrder: z.int(),
  ...valueFormat,
})
export type CrmProperty = z.infer<typeof crmProperty>

export const crmGroup = z.object({ name: z.string(), label: z.string(), propertyCount: z.int() })

/** The pipelines, property groups and properties of a portal, with its settings. */
export const crmDefinitions = z.object({
  hubspot_id: z.string(),
  /** IANA name. */
  time_zone: z.string(),
  /** ISO 4217; null if unknown. */
  currency: z.string().nullable(),
  pipelines: z.array(crmPipeline),
  /** Groups with at least one property, in order. */
  groups: z.array(crmGroup),
  properties: z.array(crmProperty),
})
export type CrmDefinitions = z.infer<typeof crmDefinitions>

export const crmMaster = crmDefinitions.extend({
  /** The saved selection of the workspace: names of properties that exist. */
  setting_properties: z.array(z.string()),
  fetched_at: instant,
  /** HubSpot did not answer: this is an older state. */
  is_outdated: z.boolean(),
  /** With `any_age`: the copy is older than 10 minutes. The same call without `any_age` asks HubSpot. */
  is_due: z.boolean(),
})
export type CrmMaster = z.infer<typeof crmMaster>

/** Access: an editor of the file; without a file, an owner or manager of the workspace. */
export const forFile = { projectFileId: id.optional() }

/**
 * Pipelines, groups and properties of the connected portal. A copy that is younger than 10 minutes is returned without a
 * call to HubSpot. `force` 1 always calls HubSpot. `any_age` 1 returns a copy of any age, so that a dialog shows it at once.
 */
export const getCrmMaster = operation({
  name: 'getCrmMaster',
  method: 'GET',
  path: '/hubspot/master',
  access: 'session',
  query: z.object({ force: flag(false), any_age: flag(false), ...forFile }),
  response: crmMaster,
  errors: reachErrors,
  rateLimit: reaching,
})

export const crmDealRow = z.object({
  id: z.string(),
  name: z.string(),
  pipeline: z.string().nullable(),
  dealstage: z.string().nullable(),
  /** As HubSpot stores it; null for none. */
  amount: z.string().nullable(),
  updatedAt: instant,
})

/**
 * Deals, the last changed first, `LIMITS.crmDealsPerPage` to a page. All filters are optional; `query` is matched against
 * the name of the deal. HubSpot counts up to 10,000 deals of one query: `is_more` says that there are others.
 */
export const listCrmDeals = operation({
  name: 'listCrmDeals',
  method: 'GET',
  path: '/hubspot/deals',
  access: 'session',
  query: z.object({
    pipeline: z.string().max(200).optional(),
    stage: z.string().max(200).optional(),
    query: z.string().trim().max(LIMITS.crmQueryLength).optional(),
    page: z.coerce.number().int().min(1).max(LIMITS.crmDealPages).default(1),
    ...forFile,
  }),
  response: z.object({
    data: z.array(crmDealRow),
    current_page: z.int(),
    last_page: z.int(),
    total: z.int(),
    is_more: z.boolean(),
  }),
  errors: reachErrors,
  rateLimit: reaching,
})
