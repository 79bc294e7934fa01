// The configuration of external services. Each is undefined unless its variables are set.
import type { Values } from './config-values.ts'

export interface S3Config {
  bucket: string
  endpoint: string | undefined
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  forcePathStyle: boolean
}

export interface PusherConfig {
  appId: string
  key: string
  secret: string
  url: string
  cluster: string | undefined
  clientUrl: string | undefined
}

/** The OpenID Connect provider: Google, or another one. */
export interface GoogleConfig {
  clientId: string
  clientSecret: string
  issuer: string
  name: string
}

/** The payment provider. */
export interface StripeConfig {
  secretKey: string
  webhookSecret: string
  /** Configuration of the customer portal. */
  portal: string | undefined
  /** Address of the API, without a path. */
  url: string
}

export interface HubspotConfig {
  clientId: string
  clientSecret: string
  /** Base URLs without a trailing slash. */
  apiUrl: string
  appUrl: string
}

/** An OpenAI-compatible speech server. */
export interface SpeechConfig {
  url: string
  key: string | undefined
  model: string
  languages: readonly string[]
  prompt: string | undefined
  temperature: number | undefined
}

export function s3Of(values: Values): S3Config | undefined {
  if (!values.S3_BUCKET) return undefined
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  return {
    bucket: values.S3_BUCKET,
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    forcePathStyle: values.S3_FORCE_PATH_STYLE,
  }
}

export function pusherOf(values: Values): PusherConfig | undefined {
  const { PUSHER_APP_ID: appId, PUSHER_KEY: key, PUSHER_SECRET: secret, PUSHER_URL: url } = values
  if (!appId || !key || !secret || !url) return undefined
  return { appId, key, secret, url, cluster: values.PUSHER_CLUSTER, clientUrl: values.PUSHER_CLIENT_URL }
}

export function googleOf(values: Values): GoogleConfig | undefined {
  const { KAIWA_GOOGLE_CLIENT_ID: clientId, KAIWA_GOOGLE_CLIENT_SECRET: clientSecret } = values
  if (!clientId || !clientSecret) return undefined
  return { clientId, clientSecret, issuer: values.KAIWA_GOOGLE_ISSUER, name: values.KAIWA_GOOGLE_NAME }
}

export function stripeOf(values: Values): StripeConfig | undefined {
  const { KAIWA_STRIPE_SECRET_KEY: secretKey, KAIWA_STRIPE_WEBHOOK_SECRET: webhookSecret } = values
  if (!secretKey || !webhookSecret) return undefined
  return { secretKey, webhookSecret, portal: values.KAIWA_STRIPE_PORTAL, url: values.KAIWA_STRIPE_URL }
}

export function hubspotOf(values: Values): HubspotConfig | undefined {
  const { KAIWA_HUBSPOT_CLIENT_ID: clientId, KAIWA_HUBSPOT_CLIENT_SECRET: clientSecret } = values
  if (!clientId || !clientSecret) return undefined
  const [apiUrl, appUrl] = [values.KAIWA_HUBSPOT_API_URL, values.KAIWA_HUBSPOT_APP_URL].map((url) =>
    url.replace(/\/+$/, ''),
  ) as [string, string]
  return { clientId, clientSecret, apiUrl, appUrl }
}

export function speechOf(values: Values): SpeechConfig | undefined {
  if (!values.KAIWA_SPEECH_URL) return undefined
  return {
    url: values.KAIWA_SPEECH_URL.replace(/\/+$/, ''),
    key: values.KAIWA_SPEECH_KEY,
    model: values.KAIWA_SPEECH_MODEL,
    languages: values.KAIWA_SPEECH_LANGUAGES,
    prompt: values.KAIWA_SPEECH_PROMPT,
    temperature: values.KAIWA_SPEECH_TEMPERATURE,
  }
}
