// The calls of HubSpot's API for deals.
import * as z from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { storedInstant } from './values.ts'
import { changeDeal } from './change-deal.ts'
import { type DealRow, findDeal, findDeals, searchDeals } from './store/deals.ts'
import { invalidInput, notFound } from './failure.ts'
import { conditionOfGroups } from './store/filters.ts'
import type { Portal } from './portal.ts'

const DEFAULT_PROPERTIES = [
  'amount',
  'closedate',
  'createdate',
  'dealname',
  'dealstage',
  'hs_lastmodifieddate',
  'hs_object_id',
  'pipeline',
]
/** Always in an answer. */
const FIXED_PROPERTIES = ['createdate', 'hs_lastmodifieddate', 'hs_object_id']
const MAX_PAGE = 200
const MAX_FOUND = 10_000
const MAX_BATCH = 100

export interface Call {
  db: Db
  portal: Portal
  body: unknown
  /** Of the path. */
  id: string
  query: URLSearchParams
}

interface Reply {
  status?: number
  body: object
}

/** A deal with the properties that were asked for; those without a value are null, unknown ones are left out. */
function shown(portal: Portal, deal: DealRow, asked: readonly string[]): object {
  const all: Record<string, string | undefined> = {
    ...deal.properties,
    createdate: storedInstant(deal.created_at.getTime()),
    hs_lastmodifieddate: storedInstant(deal.modified_at.getTime()),
    hs_object_id: deal.id,
  }
  const known = new Set(portal.properties.map(({ name }) => name))
  const names = [...new Set([...(asked.length > 0 ? asked : DEFAULT_PROPERTIES), ...FIXED_PROPERTIES])]
  return {
    id: deal.id,
    properties: Object.fromEntries(
      names
        .filter((name) => known.has(name) || FIXED_PROPERTIES.includes(name))
        .map((name) => [name, all[name] ?? null]),
    ),
    createdAt: deal.created_at.toISOString(),
    updatedAt: deal.modified_at.toISOString(),
    archived: deal.archived_at !== null,
  }
}

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const { data, error } = schema.safeParse(body)
  if (data === undefined) throw invalidInput(`Invalid input JSON: ${error?.issues[0]?.path.join('.') ?? ''}`)
  return data
}

/** `GET /crm/v3/objects/deals/{dealId}` */
export async function getDeal({ db, portal, id, query }: Call): Promise<Reply> {
  const deal = await findDeal(db, portal.id, id)
  if (!deal || deal.archived_at !== null) throw notFound(id)
  const asked = query.getAll('properties').flatMap((names) => names.split(','))
  return { body: shown(portal, deal, asked) }
}

const batchBody = z.object({
  inputs: z.array(z.object({ id: z.string() })).max(MAX_BATCH),
  properties: z.array(z.string()).default([]),
})

/** `POST /crm/v3/objects/deals/batch/read`: 207 if some are missing. */
export async function readDeals({ db, portal, body }: Call): Promise<Reply> {
  const { inputs, properties } = parse(batchBody, body)
  const ids = inputs.map(({ id }) => id)
  const startedAt = new Date().toISOString()
  const found = await findDeals(db, portal.id, ids)
  const missing = ids.filter((id) => !found.some((deal) => deal.id === id))
  const answer = {
    status: 'COMPLETE',
    results: found.map((deal) => shown(portal, deal, properties)),
    startedAt,
    completedAt: new Date().toISOString(),
  }
  if (missing.length === 0) return { body: answer }
  return {
    status: 207,
    body: {
      ...answer,
      numErrors: 1,
      errors: [
        {
          status: 'error',
          category: 'OBJECT_NOT_FOUND',
          message: 'Could not get some deals objects, they may be deleted or not exist. Check that ids are valid.',
          context: { ids: missing },
        },
      ],
    },
  }
}

const updateBody = z.object({
  properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

/** `PATCH /crm/v3/objects/deals/{dealId}`: all values or none. */
export async function updateDeal({ db, portal, id, body }: Call): Promise<Reply> {
  const { properties } = parse(updateBody, body)
  const { deal, names } = await changeDeal(db, portal, id, properties)
  return { body: shown(portal, deal, [...DEFAULT_PROPERTIES, ...names]) }
}

const filter = z.object({
  propertyName: z.string(),
  operator: z.string(),
  value: z.string().optional(),
  highValue: z.string().optional(),
  values: z.array(z.string()).optional(),
})

const searchBody = z.object({
  filterGroups: z.array(z.object({ filters: z.array(filter) })).default([]),
  sorts: z
    .array(z.union([z.string(), z.object({ propertyName: z.string(), direction: z.string().optional() })]))
    .max(1)
    .default([]),
  properties: z.array(z.string()).default([]),
  limit: z.int().min(1).max(MAX_PAGE).default(10),
  after: z.union([z.string().regex(/^\d*$/), z.int()]).default('0'),
})

type Search = z.infer<typeof searchBody>

function isAscending([sort]: Search['sorts']): boolean {
  if (sort === undefined) return false
  const { propertyName, direction } =
    typeof sort === 'string'
      ? { propertyName: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'DESCENDING' : 'ASCENDING' }
      : { propertyName: sort.propertyName, direction: sort.direction ?? 'ASCENDING' }
  if (propertyName !== 'hs_lastmodifieddate') throw invalidInput(`The stand-in does not sort by ${propertyName}`)
  return direction !== 'DESCENDING'
}

function assertKnown(portal: Portal, names: readonly string[]): void {
  const unknown = names.find((name) => !portal.properties.some((property) => property.name === name))
  if (unknown !== undefined)
    throw invalidInput(`There was a problem with the request: property ${unknown} does not exist`)
}

/** `POST /crm/v3/objects/deals/search` */
export async function searchForDeals({ db, portal, body }: Call): Promise<Reply> {
  const search = parse(searchBody, body)
  const after = Number(search.after || 0)
  if (after + search.limit > MAX_FOUND)
    throw invalidInput(`There may be at most ${MAX_FOUND} results of a search; after is ${after}`)
  assertKnown(
    portal,
    search.filterGroups.flatMap(({ filters }) => filters.map(({ propertyName }) => propertyName)),
  )
  const { deals, total } = await searchDeals(db, {
    portalId: portal.id,
    condition: conditionOfGroups(
      search.filterGroups.map(({ filters }) => ({
        filters: filters.map(({ propertyName, operator, ...rest }) => ({
          propertyName,
          operator,
          ...(rest.value === undefined ? {} : { value: rest.value }),
          ...(rest.highValue === undefined ? {} : { highValue: rest.highValue }),
          ...(rest.values === undefined ? {} : { values: rest.values }),
        })),
      })),
    ),
    isAscending: isAscending(search.sorts),
    after,
    limit: search.limit,
  })
  const next = after + deals.length
  return {
    body: {
      total,
      results: deals.map((deal) => shown(portal, deal, search.properties)),
      ...(next < total ? { paging: { next: { after: String(next) } } } : {}),
    },
  }
}
