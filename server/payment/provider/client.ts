// The official client of Stripe. In local mode without keys it talks to the stand-in of this program. The library is
// loaded at the first use, so that start-up does not wait for it.
import type { Stripe } from 'stripe'
import type { App } from '../../platform/app.ts'
import { Refusal } from '../../platform/refusal.ts'
import { trialDelivery } from '../stand-in/delivery.ts'
import { openStandIn, type StandIn } from '../stand-in/stand-in.ts'
import { apiKeyOf, cardReason } from './provider-secrets.ts'

const TIMEOUT_MS = 20_000
const NETWORK_RETRIES = 2
/** Retry-After of calls while the provider does not answer, in seconds. */
const RETRY_SECONDS = '30'

export interface Provider {
  stripe: Stripe
  portal: string | undefined
  /** Present if the stand-in takes the provider's place. */
  standIn: StandIn | undefined
}

async function open(app: App): Promise<Provider> {
  const { Stripe: Client } = await import('stripe')
  const options = { telemetry: false, timeout: TIMEOUT_MS, maxNetworkRetries: NETWORK_RETRIES }
  const { stripe: config } = app.config
  const key = apiKeyOf(app.config)
  if (config) {
    const { hostname, port, protocol } = new URL(config.url)
    const stripe = new Client(key, {
      ...options,
      host: hostname,
      ...(port === '' ? {} : { port }),
      protocol: protocol === 'http:' ? 'http' : 'https',
    })
    return { stripe, portal: config.portal, standIn: undefined }
  }
  const standIn = openStandIn({
    db: app.db,
    secretKey: key,
    notify: (trx, { id }) => trialDelivery.get()(app, trx, id),
  })
  const stripe = new Client(key, {
    ...options,
    httpClient: Client.createFetchHttpClient((url, init) => standIn.handle(new Request(url, init))),
  })
  return { stripe, portal: undefined, standIn }
}

const providers = new WeakMap<App, Promise<Provider>>()

/** The provider; null if no card can be charged here. */
export async function findProvider(app: App): Promise<Provider | null> {
  if (cardReason(app.config) !== null) return null
  const known = providers.get(app) ?? open(app)
  providers.set(app, known)
  return known
}

/** Refuses with E_UNAVAILABLE and the reason `card.not-set` if no card can be charged here. */
export async function getProvider(app: App): Promise<Provider> {
  const provider = await findProvider(app)
  if (!provider) throw new Refusal('E_UNAVAILABLE', { reason: 'card.not-set' }, { 'retry-after': RETRY_SECONDS })
  return provider
}

interface ProviderError extends Error {
  type: string
  code?: string
}

/** Whether an error is one of Stripe's client, such as `StripeCardError`. */
export function isProviderError(error: unknown, ...types: readonly string[]): error is ProviderError {
  return (
    error instanceof Error &&
    'type' in error &&
    typeof error.type === 'string' &&
    (types.length === 0 ? error.type.startsWith('Stripe') : types.includes(error.type))
  )
}

/** Whether the provider does not know an object, for example because the keys are those of another account or mode. */
export function isMissing(error: unknown): boolean {
  return isProviderError(error, 'StripeInvalidRequestError') && error.code === 'resource_missing'
}

/** Asks the provider in a call. A failure of the provider is logged and answers E_UNAVAILABLE with its reason. */
export async function ask<T>(app: App, question: (stripe: Stripe) => Promise<T>): Promise<T> {
  const { stripe } = await getProvider(app)
  try {
    return await question(stripe)
  } catch (error) {
    if (!isProviderError(error)) throw error
    app.log.error({ type: error.type, code: error.code, reason: error.message }, 'the payment provider refused a call')
    throw new Refusal('E_UNAVAILABLE', { reason: 'card.provider-unavailable' }, { 'retry-after': RETRY_SECONDS })
  }
}
