// The configuration of one process, read from the environment once at start. A wrong value stops the start with a
// message that names the variable; nothing else in the program reads the environment.
import { resolve } from 'node:path'
import { type AiConfig, aiOf } from './ai/ai-config.ts'
import {
  type GoogleConfig,
  googleOf,
  type HubspotConfig,
  hubspotOf,
  type PusherConfig,
  pusherOf,
  type S3Config,
  s3Of,
  type SpeechConfig,
  speechOf,
  type StripeConfig,
  stripeOf,
} from './config-services.ts'
import { checkCombinations, ConfigError, readValues, type Values, valueOf } from './config-values.ts'
import { PASSWORD_MEMORY, type Role } from './config-variables.ts'
import { isLoopback, isLoopbackOnly } from './http/loopback.ts'
import { localSecret } from './local-secret.ts'

export interface IssuerConfig {
  name: string
  address: string | undefined
  phone: string | undefined
  registrationNumber: string | undefined
  bank: string | undefined
}

/** The seller of the service, for the page of commercial disclosure; null where not set. */
export interface CommerceConfig {
  seller: string | null
  manager: string | null
  address: string | null
  phone: string | null
}

export interface Config {
  mode: 'local' | 'server'
  roles: readonly Role[]
  host: string
  port: number
  /** Base address of links in mails, without a trailing slash; null until the port is known. */
  url: string | null
  secret: string
  /** Absolute path. */
  dataFolder: string
  /** Absolute path of another web app than that of this program. */
  webFolder: string | undefined
  /** The sample account and the stand-ins for external services are enabled. */
  demo: boolean
  /** Memory in KiB for hashing a password. */
  passwordMemory: number
  signupPlan: 'business' | 'trial' | 'none'
  /** Address for owners with questions about their contract. */
  inquiryUrl: string | undefined
  /** The company that issues invoices. `address` and `bank` have several lines. */
  issuer: IssuerConfig
  commerce: CommerceConfig
  termsUrl: string | undefined
  privacyUrl: string | undefined
  maxFileMb: number
  maxFileMinutes: number
  logLevel: Values['KAIWA_LOG_LEVEL']
  trustedProxies: number
  /** Maximum seconds for a request's headers, its body, or a socket's first subscription. */
  requestSeconds: number
  /** Maximum seconds for a statement of a report. */
  reportSeconds: number
  maxConnections: number
  maxConnectionsPerAddress: number
  /** Maximum of sockets without a subscription. */
  maxNewSockets: number
  metricsToken: string | undefined
  /** If undefined, the program runs its own PostgreSQL. */
  databaseUrl: string | undefined
  databaseConnections: number
  s3: S3Config | undefined
  smtp: { url: string; from: string } | undefined
  mailFrom: string
  /** Absolute path. */
  modelsFolder: string
  modelDownload: boolean
  speech: SpeechConfig | undefined
  pusher: PusherConfig | undefined
  google: GoogleConfig | undefined
  /** If undefined, cards cannot be charged; with `demo`, a stand-in is used. */
  stripe: StripeConfig | undefined
  /** If undefined, no CRM can be connected; with `demo`, a stand-in is used. */
  hubspot: HubspotConfig | undefined
  /** The former secret while stored secrets are being encrypted again. */
  previousSecret: string | undefined
  /** If undefined, no model is connected. */
  ai: AiConfig | undefined
}

function checkMode(values: Values, host: string): void {
  if (values.KAIWA_MODE === 'local') {
    if (values.KAIWA_DEMO && !isLoopback(host))
      throw new ConfigError(
        `HOST is wrong: local mode listens on this machine only. Set KAIWA_DEMO=off to listen on ${host}, or KAIWA_MODE=server.`,
      )
    return
  }
  for (const name of ['KAIWA_URL', 'KAIWA_SECRET', 'SMTP_URL'] as const)
    if (values[name] === undefined) throw new ConfigError(`${name} is missing: KAIWA_MODE=server requires it.`)
}

function commerceOf(values: Values): CommerceConfig {
  const address = values.KAIWA_COMMERCE_ADDRESS ?? values.KAIWA_ISSUER_ADDRESS
  return {
    seller: values.KAIWA_COMMERCE_SELLER ?? null,
    manager: values.KAIWA_COMMERCE_MANAGER ?? null,
    address: address?.replaceAll(String.raw`\n`, '\n') ?? null,
    phone: values.KAIWA_COMMERCE_PHONE ?? values.KAIWA_ISSUER_PHONE ?? null,
  }
}

/** Reads and validates the environment. Throws ConfigError. Local mode keeps its secret in the data folder. */
export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  const values = readValues(environment)
  const mode = values.KAIWA_MODE
  const host = values.HOST ?? (mode === 'local' ? '127.0.0.1' : '0.0.0.0')
  checkMode(values, host)
  if (values.KAIWA_PASSWORD_MEMORY !== PASSWORD_MEMORY && !isLoopbackOnly({ mode, host }))
    throw new ConfigError(
      `KAIWA_PASSWORD_MEMORY is wrong: it must be ${PASSWORD_MEMORY} unless the program listens on loopback only.`,
    )
  if (mode === 'server' && valueOf(environment, 'KAIWA_DEMO') === 'on')
    throw new ConfigError('KAIWA_DEMO is wrong: the sample account exists in local mode only.')
  checkCombinations(environment)
  const dataFolder = resolve(values.KAIWA_DATA)
  const smtpUrl = values.SMTP_URL
  return {
    mode,
    roles: values.KAIWA_ROLES,
    host,
    port: values.PORT,
    url: values.KAIWA_URL?.replace(/\/+$/, '') ?? null,
    secret: values.KAIWA_SECRET ?? localSecret(dataFolder),
    dataFolder,
    webFolder: values.KAIWA_WEB === undefined ? undefined : resolve(values.KAIWA_WEB),
    demo: mode === 'local' && values.KAIWA_DEMO,
    passwordMemory: values.KAIWA_PASSWORD_MEMORY,
    signupPlan: values.KAIWA_SIGNUP_PLAN ?? (mode === 'local' ? 'business' : 'trial'),
    inquiryUrl: values.KAIWA_INQUIRY_URL,
    commerce: commerceOf(values),
    issuer: {
      name: values.KAIWA_ISSUER_NAME,
      address: values.KAIWA_ISSUER_ADDRESS?.replaceAll(String.raw`\n`, '\n'),
      phone: values.KAIWA_ISSUER_PHONE,
      registrationNumber: values.KAIWA_ISSUER_REGISTRATION,
      bank: values.KAIWA_ISSUER_BANK?.replaceAll(String.raw`\n`, '\n'),
    },
    termsUrl: values.KAIWA_TERMS_URL,
    privacyUrl: values.KAIWA_PRIVACY_URL,
    maxFileMb: values.KAIWA_MAX_FILE_MB,
    maxFileMinutes: values.KAIWA_MAX_FILE_MINUTES,
    logLevel: values.KAIWA_LOG_LEVEL,
    trustedProxies: values.KAIWA_TRUST_PROXY,
    requestSeconds: values.KAIWA_REQUEST_SECONDS,
    reportSeconds: values.KAIWA_REPORT_SECONDS,
    maxConnections: values.KAIWA_MAX_CONNECTIONS,
    maxConnectionsPerAddress: values.KAIWA_MAX_CONNECTIONS_PER_ADDRESS,
    maxNewSockets: values.KAIWA_MAX_NEW_SOCKETS,
    metricsToken: values.KAIWA_METRICS_TOKEN,
    databaseUrl: values.DATABASE_URL,
    databaseConnections: values.KAIWA_DATABASE_CONNECTIONS,
    s3: s3Of(values),
    smtp: smtpUrl ? { url: smtpUrl, from: values.SMTP_FROM } : undefined,
    mailFrom: values.SMTP_FROM,
    modelsFolder: resolve(values.KAIWA_MODELS ?? `${dataFolder}/models`),
    modelDownload: values.KAIWA_MODEL_DOWNLOAD,
    speech: speechOf(values),
    pusher: pusherOf(values),
    google: googleOf(values),
    stripe: stripeOf(values),
    hubspot: hubspotOf(values),
    previousSecret: values.KAIWA_PREVIOUS_SECRET,
    ai: aiOf(values),
  }
}
