// The port to HubSpot with the official client. Only the generated calls for deals, pipelines and properties are loaded, at
// the first use: the whole package has 50 MB. They are used without the package's `Client`, whose limiter and retries are
// one for the whole process; waiting is decided by connection/with-portal.ts, and requests have a time limit (send.ts).
import type { PublicObjectSearchRequest as SearchBody } from '@hubspot/api-client/lib/codegen/crm/deals/index.js'
import * as answers from './answers.ts'
import { groupsOf, pipelinesOf, propertiesOf } from './definitions.ts'
import {
  type HubspotApi,
  HubspotFailure,
  type ProviderAccount,
  type ProviderDeal,
  type ProviderPipeline,
} from './hubspot-api.ts'
import { MAX_FOUND, searchRequest } from './search-request.ts'
import { send } from './send.ts'

const DEALS = 'deals'

async function loadClient() {
  const [deals, pipelines, properties] = await Promise.all([
    import('@hubspot/api-client/lib/codegen/crm/deals/index.js'),
    import('@hubspot/api-client/lib/codegen/crm/pipelines/index.js'),
    import('@hubspot/api-client/lib/codegen/crm/properties/index.js'),
  ])
  return { deals, pipelines, properties }
}

let loaded: ReturnType<typeof loadClient> | undefined

export interface HubspotOptions {
  apiUrl: string
  accessToken: string
  /** Ends a call; it rejects with the signal's reason. */
  signal?: AbortSignal
  /** Maximum time of a call; default: 20 seconds. */
  timeoutMs?: number
}

interface SentRequest {
  getUrl: () => string
  getHttpMethod: () => string
  getHeaders: () => Record<string, string>
  getBody: () => unknown
}

interface ResponseBody {
  text: () => Promise<string>
  binary: () => Promise<Buffer>
}

/** Each generated part has its own classes in the same form. */
interface Part<R extends SentRequest, C, L, S> {
  wrapHttpLibrary: (library: { send: (request: R) => Promise<C> }) => L
  ResponseContext: new (status: number, headers: Record<string, string>, body: ResponseBody) => C
  ServerConfiguration: new (url: string, variables: Record<string, never>) => S
}

function settingsOf<R extends SentRequest, C, L, S>(part: Part<R, C, L, S>, options: HubspotOptions) {
  return {
    baseServer: new part.ServerConfiguration(options.apiUrl, {}),
    authMethods: { oauth2: { accessToken: options.accessToken } },
    httpApi: part.wrapHttpLibrary({
      send: async (request) => {
        const body = request.getBody()
        const answer = await send(request.getUrl(), {
          method: request.getHttpMethod(),
          headers: request.getHeaders(),
          body: typeof body === 'string' ? body : undefined,
          signal: options.signal,
          timeoutMs: options.timeoutMs,
        })
        return new part.ResponseContext(answer.status, answer.headers, {
          text: async () => answer.text,
          binary: async () => Buffer.from(answer.text),
        })
      },
    }),
  }
}

async function openClient(options: HubspotOptions) {
  loaded ??= loadClient()
  const { deals, pipelines, properties } = await loaded
  const dealSettings = deals.createConfiguration(settingsOf(deals, options))
  const propertySettings = properties.createConfiguration(settingsOf(properties, options))
  return {
    deals: new deals.BasicApi(dealSettings),
    batch: new deals.BatchApi(dealSettings),
    search: new deals.SearchApi(dealSettings),
    pipelines: new pipelines.PipelinesApi(pipelines.createConfiguration(settingsOf(pipelines, options))),
    properties: new properties.CoreApi(propertySettings),
    groups: new properties.GroupsApi(propertySettings),
  }
}

type Client = Awaited<ReturnType<typeof openClient>>

function dealOf({ id, properties, createdAt, updatedAt }: answers.SentDeal): ProviderDeal {
  return { id, properties: { ...properties }, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

/** HubSpot adds properties that were not asked for; one that it does not know is left out. */
function askedOf(deal: answers.SentDeal, asked: readonly string[]): ProviderDeal {
  const names = new Set(asked)
  const properties = Object.entries(deal.properties).filter(([name]) => names.has(name))
  return dealOf({ ...deal, properties: Object.fromEntries(properties) })
}

/** The client has no call for the details of an account. */
async function readAccount({ apiUrl, accessToken, signal, timeoutMs }: HubspotOptions): Promise<ProviderAccount> {
  const { text } = await send(`${apiUrl}/account-info/v3/details`, {
    method: 'GET',
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
    signal,
    timeoutMs,
  })
  const given = answers.account.parse(JSON.parse(text))
  return {
    portalId: given.portalId,
    domain: given.portalName ?? given.uiDomain ?? null,
    timeZone: timeZoneOf(given.timeZone),
    currency: given.companyCurrency ?? null,
  }
}

/** HubSpot may name a zone that this system does not know; its values would be read in UTC. */
function timeZoneOf(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

/** Asks for the properties in a body: names of 500 properties are longer than a URL may be. */
async function readBatch(
  { batch }: Client,
  dealId: string,
  properties: readonly string[],
): Promise<answers.SentDeal | undefined> {
  const { results } = answers.deals.parse(
    await batch.read({ inputs: [{ id: dealId }], properties: [...properties], propertiesWithHistory: [] }),
  )
  return results.find(({ archived }) => archived !== true)
}

async function readDeal(client: Client, dealId: string, properties: readonly string[]): Promise<ProviderDeal> {
  const found = await readBatch(client, dealId, properties)
  if (found) return askedOf(found, properties)
  // A batch does not follow the id of a merged deal. The call for one deal does, or answers 404.
  const { id } = answers.deal.parse(await client.deals.getById(dealId, ['dealname']))
  const other = id === dealId ? undefined : await readBatch(client, id, properties)
  if (!other) throw new HubspotFailure('missing', `HubSpot does not know the deal ${dealId}`)
  return askedOf(other, properties)
}

/** Maps `missing` and `invalid` of a call that reads. */
type Reading = 'missing' | 'unavailable'

/**
 * Only failures of HubSpot leave: an answer in an unknown form is one, too. `refused`: kind of a failure of a read that
 * HubSpot refuses; null for a write, whose failures say something about its values.
 */
async function named<T>(signal: AbortSignal | undefined, refused: Reading | null, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof HubspotFailure)) {
      signal?.throwIfAborted()
      throw new HubspotFailure('unavailable', 'HubSpot answered in an unknown form', { cause: error })
    }
    if (refused === null || (error.kind !== 'invalid' && error.kind !== 'missing')) throw error
    throw new HubspotFailure(refused, error.message, { codes: error.codes, cause: error })
  }
}

/** Calls of one access token. Pipelines are read once: they are the options of two properties. */
export function openHubspotApi(options: HubspotOptions): HubspotApi {
  let client: Promise<Client> | undefined
  let pipelines: Promise<ProviderPipeline[]> | undefined
  const ask = <T>(call: (client: Client) => Promise<T>, refused: Reading | null = 'unavailable'): Promise<T> =>
    named(options.signal, refused, async () => call(await (client ??= openClient(options))))
  const readPipelines = (): Promise<ProviderPipeline[]> => {
    pipelines ??= ask(async (known) =>
      pipelinesOf(answers.pipelines.parse(await known.pipelines.getAll(DEALS)).results),
    ).catch((error: unknown) => {
      pipelines = undefined
      throw error
    })
    return pipelines
  }
  return {
    readAccount: () => named(options.signal, 'unavailable', () => readAccount(options)),
    readPipelines,
    readGroups: () =>
      ask(async ({ groups }) =>
        groupsOf(answers.groups.parse(await groups.getAll(DEALS)).results).map(({ name, label }) => ({ name, label })),
      ),
    readProperties: () =>
      ask(async ({ properties }) => {
        const [sent, known] = await Promise.all([properties.getAll(DEALS), readPipelines()])
        return propertiesOf(answers.properties.parse(sent).results, known)
      }),
    searchDeals: (search) =>
      ask(async (known) => {
        const request = searchRequest(search)
        if (!request) return { deals: [], total: MAX_FOUND }
        // The client's type of `sorts` is a list of strings; HubSpot takes objects.
        const sent = await known.search.doSearch(request as unknown as SearchBody)
        const { results, total } = answers.foundDeals.parse(sent)
        return { deals: results.map((deal) => dealOf(deal)), total: Math.min(total, MAX_FOUND) }
      }),
    readDeal: (dealId, properties) => ask((known) => readDeal(known, dealId, properties), 'missing'),
    updateDeal: (dealId, values) =>
      ask(
        async ({ deals }) => dealOf(answers.deal.parse(await deals.update(dealId, { properties: { ...values } }))),
        null,
      ),
  }
}
