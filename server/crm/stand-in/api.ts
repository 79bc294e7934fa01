// The calls of HubSpot's API that the stand-in answers, each with the scopes of which one is required.
import { type Call, getDeal, readDeals, searchForDeals, updateDeal } from './deals.ts'
import type { Pipeline, Portal } from './portal.ts'

interface ApiCall {
  method: string
  pattern: RegExp
  scopes: readonly string[]
  isSearch?: boolean
  answer: (call: Call) => Promise<{ status?: number; body: object }> | { status?: number; body: object }
}

const READ_DEALS = ['crm.objects.deals.read']
const WRITE_DEALS = ['crm.objects.deals.write']
const READ_SCHEMA = ['crm.schemas.deals.read', 'crm.objects.deals.read']
const STARTED = '2023-04-03T01:00:00Z'

function offsetOf(timeZone: string): number {
  const now = new Date()
  const local = new Date(`${now.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`)
  return Math.round((local.getTime() - now.getTime()) / 60_000) * 60_000
}

function details(portal: Portal): object {
  const offset = offsetOf(portal.timeZone)
  const hours = String(Math.floor(Math.abs(offset) / 3_600_000)).padStart(2, '0')
  const minutes = String((Math.abs(offset) / 60_000) % 60).padStart(2, '0')
  return {
    portalId: Number(portal.id),
    portalName: portal.name,
    accountType: 'STANDARD',
    timeZone: portal.timeZone,
    companyCurrency: portal.currency,
    additionalCurrencies: [],
    utcOffset: `${offset < 0 ? '-' : '+'}${hours}:${minutes}`,
    utcOffsetMilliseconds: offset,
    uiDomain: 'app.hubspot.com',
    dataHostingLocation: 'na1',
  }
}

const dated = { createdAt: STARTED, updatedAt: STARTED }

function shownPipeline({ stages, ...pipeline }: Pipeline): object {
  return {
    ...pipeline,
    ...dated,
    stages: stages.map((stage) => ({ ...stage, ...dated, writePermissions: 'CRM_PERMISSIONS_ENFORCEMENT' })),
  }
}

export const calls: readonly ApiCall[] = [
  {
    method: 'GET',
    pattern: /^\/account-info\/(?:v3|2026-03)\/details$/,
    scopes: ['oauth'],
    answer: ({ portal }) => ({ body: details(portal) }),
  },
  {
    method: 'GET',
    pattern: /^\/crm\/v3\/pipelines\/(?:deals|0-3)$/,
    scopes: READ_SCHEMA,
    answer: ({ portal }) => ({ body: { results: portal.pipelines.map((pipeline) => shownPipeline(pipeline)) } }),
  },
  {
    method: 'GET',
    pattern: /^\/crm\/v3\/properties\/(?:deals|0-3)\/groups$/,
    scopes: READ_SCHEMA,
    answer: ({ portal }) => ({ body: { results: portal.groups } }),
  },
  {
    method: 'GET',
    pattern: /^\/crm\/v3\/properties\/(?:deals|0-3)$/,
    scopes: READ_SCHEMA,
    answer: ({ portal }) => ({ body: { results: portal.properties.map((property) => ({ ...property, ...dated })) } }),
  },
  {
    method: 'POST',
    pattern: /^\/crm\/v3\/objects\/(?:deals|0-3)\/search$/,
    scopes: READ_DEALS,
    isSearch: true,
    answer: searchForDeals,
  },
  {
    method: 'POST',
    pattern: /^\/crm\/v3\/objects\/(?:deals|0-3)\/batch\/read$/,
    scopes: READ_DEALS,
    answer: readDeals,
  },
  { method: 'GET', pattern: /^\/crm\/v3\/objects\/(?:deals|0-3)\/([^/]+)$/, scopes: READ_DEALS, answer: getDeal },
  { method: 'PATCH', pattern: /^\/crm\/v3\/objects\/(?:deals|0-3)\/([^/]+)$/, scopes: WRITE_DEALS, answer: updateDeal },
]
