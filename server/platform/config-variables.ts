// All environment variables of the program in one table. The start validates the values against it, and
// docs/configuration.md is generated from it.
import * as z from 'zod'
import { modelMap } from './config-models.ts'
import { isLoopback } from './http/loopback.ts'

const port = z.coerce.number().int().min(0).max(65535)
const positive = z.coerce.number().positive()
const address = z.url({ protocol: /^https?$/ })
/** With plain HTTP an attacker on the network could impersonate any user. */
const issuer = address.refine((value) => {
  const url = URL.parse(value)
  return url?.protocol !== 'http:' || isLoopback(url.hostname.replaceAll(/[[\]]/g, ''))
}, 'plain HTTP is allowed for this machine only')
const flag = z.enum(['on', 'off']).transform((value) => value === 'on')
const text = z.string()

/** KiB; OWASP's first choice for argon2id with two passes and one lane. */
export const PASSWORD_MEMORY = 19_456

interface Variable {
  about: string
  secret?: boolean
  schema: z.ZodType
  fallback?: string
}

function variable<S extends z.ZodType, V extends Omit<Variable, 'schema'>>(schema: S, about: V): V & { schema: S } {
  return {
    ...about,
    schema,
  }
}

export const roles = ['api', 'worker', 'realtime', 'scheduler'] as const
export type Role = (typeof roles)[number]

/** One or more of these words, separated by commas. */
function list<const W extends string>(words: readonly [W, ...W[]]) {
  return z
    .string()
    .transform((value) => value.split(',').map((word) => word.trim()))
    .pipe(z.array(z.enum(words)).min(1))
}

/** Variable → schema, default and description. A variable without a default is optional. */
export const variables = {
  KAIWA_MODE: variable(z.enum(['local', 'server']), {
    fallback: 'local',
    about:
      '`local`: one machine, loopback only, with sample account and mails under /dev/mail. `server`: for a team or the public.',
  }),
  KAIWA_ROLES: variable(list(roles), {
    fallback: roles.join(','),
    about: 'Roles of this process, separated by commas: `api`, `worker`, `realtime`, `scheduler`.',
  }),
  PORT: variable(port, { fallback: '8080', about: 'TCP port of the web server; 0 selects a free one.' }),
  HOST: variable(text, {
    about:
      'Listen address. Default: 127.0.0.1 in local mode (another address requires `KAIWA_DEMO=off`), 0.0.0.0 in server mode.',
  }),
  KAIWA_URL: variable(address, { about: 'Public URL of the program. Required in server mode.' }),
  KAIWA_SECRET: variable(text.min(32), {
    secret: true,
    about:
      'At least 32 random characters, equal on all nodes. Required in server mode; local mode creates a secret in the data folder.',
  }),
  KAIWA_DATA: variable(text, {
    fallback: './.data',
    about:
      'Data folder: database, files and models of a local installation, and temporary files of every worker (a few times the size of the largest recording).',
  }),
  KAIWA_WEB: variable(text, {
    about:
      'Folder of the built web app, if not `web/dist` of this program: for example a build in token mode (docs/decisions/0135-token-mode.md).',
  }),
  KAIWA_DEMO: variable(flag, {
    fallback: 'on',
    about: 'Local mode only. `off` disables the sample account and allows another HOST.',
  }),
  KAIWA_PASSWORD_MEMORY: variable(z.coerce.number().int().min(8).max(1_048_576), {
    fallback: String(PASSWORD_MEMORY),
    about:
      'Memory in KiB for hashing a password (argon2id, two passes). Can be changed only in local mode on loopback.',
  }),
  KAIWA_SIGNUP_PLAN: variable(z.enum(['business', 'trial', 'none']), {
    about: 'Plan of a new workspace: `business` (default in local mode), `trial` (default in server mode) or `none`.',
  }),
  KAIWA_INQUIRY_URL: variable(z.url({ protocol: /^(https?|mailto)$/ }), {
    about:
      'Contact for questions about contract and payment: an `https://` URL or a `mailto:` address. Default: the support page of the user guide.',
  }),
  KAIWA_TERMS_URL: variable(z.url({ protocol: /^https?$/ }), {
    about: 'Terms of service that the registration links to. Default: the general terms of the product at `/terms`.',
  }),
  KAIWA_PRIVACY_URL: variable(z.url({ protocol: /^https?$/ }), {
    about: 'Privacy policy that the registration links to. Default: the general one of the product at `/privacy`.',
  }),
  KAIWA_ISSUER_NAME: variable(text.max(100), {
    fallback: 'Kaiwa',
    about: 'Name of the company that issues invoices.',
  }),
  KAIWA_ISSUER_ADDRESS: variable(text.max(300), {
    about: 'Postal address of that company; `\\n` separates lines.',
  }),
  KAIWA_ISSUER_PHONE: variable(text.max(40), { about: 'Telephone number of that company.' }),
  KAIWA_ISSUER_REGISTRATION: variable(z.string().regex(/^T\d{13}$/, 'it must be `T` and 13 digits'), {
    about:
      'Registration number of that company as an issuer of qualified invoices in Japan. Without it, plain invoices are issued.',
  }),
  KAIWA_ISSUER_BANK: variable(text.max(500), {
    about: 'Bank account to which invoices are paid; `\\n` separates lines.',
  }),
  KAIWA_COMMERCE_SELLER: variable(text.min(1).max(200), {
    about: 'Name of the seller on the page of commercial disclosure (`/legal/commerce`), which Japanese law requires.',
  }),
  KAIWA_COMMERCE_MANAGER: variable(text.min(1).max(200), { about: 'Name of the person responsible, on that page.' }),
  KAIWA_COMMERCE_ADDRESS: variable(text.min(1).max(300), {
    about: 'Address of the seller on that page. Default: `KAIWA_ISSUER_ADDRESS`. `\\n` separates lines.',
  }),
  KAIWA_COMMERCE_PHONE: variable(text.min(1).max(40), {
    about: 'Telephone number of the seller on that page. Default: `KAIWA_ISSUER_PHONE`.',
  }),
  KAIWA_MAX_FILE_MB: variable(positive, {
    fallback: '10240',
    about: 'Maximum size of an upload in MB (1,048,576 bytes).',
  }),
  KAIWA_MAX_FILE_MINUTES: variable(positive, { fallback: '720', about: 'Maximum length of a recording in minutes.' }),
  KAIWA_LOG_LEVEL: variable(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), {
    fallback: 'info',
    about: 'Minimum level of log lines (JSON, on standard error).',
  }),
  KAIWA_TRUST_PROXY: variable(z.coerce.number().int().min(0).max(10), {
    fallback: '0',
    about: 'Number of reverse proxies in front of the program whose X-Forwarded-* headers are trusted.',
  }),
  KAIWA_REQUEST_SECONDS: variable(z.coerce.number().int().min(1).max(3600), {
    fallback: '30',
    about:
      'Maximum seconds for the head of a request, for its body (plus one second for each 32 kB), and for the first subscription of a new WebSocket. Uploads may take any time, with pauses of up to twice this value.',
  }),
  KAIWA_REPORT_SECONDS: variable(z.coerce.number().int().min(1).max(3600), {
    fallback: '60',
    about:
      'Maximum seconds for each statement of the report of a folder. A report that takes longer is refused, and a download of its CSV is cut off.',
  }),
  KAIWA_MAX_CONNECTIONS: variable(z.coerce.number().int().min(10).max(1_000_000), {
    fallback: '10000',
    about:
      'Maximum number of open connections to this process, including WebSockets. Each needs a file descriptor (`ulimit -n`).',
  }),
  KAIWA_MAX_CONNECTIONS_PER_ADDRESS: variable(z.coerce.number().int().min(1).max(1_000_000), {
    fallback: '2000',
    about:
      'Maximum number of open connections from one address (IPv6: one /64). An office behind one address needs about five per open browser. Behind proxies (`KAIWA_TRUST_PROXY`) it limits only the WebSockets of each forwarded address; the proxies must limit other connections.',
  }),
  KAIWA_MAX_NEW_SOCKETS: variable(z.coerce.number().int().min(4).max(1_000_000), {
    fallback: '2000',
    about:
      'Maximum number of open WebSockets without a channel subscription; one address may have a quarter of it. Refused browsers reconnect automatically.',
  }),
  KAIWA_METRICS_TOKEN: variable(text.min(16), {
    secret: true,
    about: 'Bearer token for /metrics. Without it, /metrics is available in local mode only.',
  }),
  DATABASE_URL: variable(z.url({ protocol: /^postgres(ql)?$/ }), {
    secret: true,
    about: 'PostgreSQL 15 or newer with UTF-8. Without it, the program runs its own PostgreSQL in the data folder.',
  }),
  KAIWA_DATABASE_CONNECTIONS: variable(z.coerce.number().int().min(2).max(500), {
    fallback: '10',
    about: 'Maximum number of database connections of this process, in addition to those of its job queue.',
  }),
  S3_BUCKET: variable(text.min(1), { about: 'Bucket for files. Without it, files are stored in the data folder.' }),
  S3_ENDPOINT: variable(address, { about: 'URL of an S3-compatible service. Default: AWS.' }),
  S3_REGION: variable(text, { fallback: 'us-east-1', about: 'Region of the bucket.' }),
  S3_ACCESS_KEY_ID: variable(text.min(1), { about: 'Access key. Default: the role of the machine.' }),
  S3_SECRET_ACCESS_KEY: variable(text.min(1), { secret: true, about: 'Secret of the access key.' }),
  S3_FORCE_PATH_STYLE: variable(flag, { fallback: 'off', about: '`on` for services without bucket host names.' }),
  SMTP_URL: variable(z.url({ protocol: /^smtps?$/ }), {
    secret: true,
    about:
      '`smtp://user:password@host:587` (STARTTLS) or `smtps://…`. `?requireTLS=false` allows unencrypted mail to another machine. Required in server mode.',
  }),
  SMTP_FROM: variable(text.min(3), {
    fallback: 'Kaiwa <no-reply@localhost>',
    about: 'Sender of all mails, e.g. `Kaiwa <no-reply@your.domain>`.',
  }),
  KAIWA_GOOGLE_CLIENT_ID: variable(text.min(1), {
    about:
      'Client id at Google or another OpenID Connect provider. Enables this sign-in method; register `…/login/google/callback` and `…/login/google/app` as redirect URIs at the provider.',
  }),
  KAIWA_GOOGLE_CLIENT_SECRET: variable(text.min(1), { secret: true, about: 'Secret of that client.' }),
  KAIWA_GOOGLE_ISSUER: variable(issuer, {
    fallback: 'https://accounts.google.com',
    about:
      'Issuer of the provider, as in its discovery document: `https://`, or `http://` on this machine. The provider must report whether an email address is verified.',
  }),
  KAIWA_GOOGLE_NAME: variable(text.min(1).max(40), {
    fallback: 'Google',
    about: 'Name of the provider on the sign-in page.',
  }),
  KAIWA_STRIPE_SECRET_KEY: variable(text.min(1), {
    secret: true,
    about:
      'Secret or restricted API key of Stripe. Enables payment by card. Without it, payment by invoice works, and local mode uses a stand-in that charges nothing.',
  }),
  KAIWA_STRIPE_WEBHOOK_SECRET: variable(text.min(1), {
    secret: true,
    about: 'Signing secret (`whsec_…`) of the webhook endpoint `…/api/payment/webhook` at Stripe.',
  }),
  KAIWA_STRIPE_PORTAL: variable(text.min(1), {
    about: 'Id (`bpc_…`) of a customer portal configuration at Stripe. Default: the one set in its dashboard.',
  }),
  KAIWA_STRIPE_URL: variable(issuer, {
    fallback: 'https://api.stripe.com',
    about: 'URL of the API of Stripe: `https://`, or `http://` on this machine.',
  }),
  KAIWA_PREVIOUS_SECRET: variable(text.min(32), {
    secret: true,
    about: 'The former KAIWA_SECRET while `npm run rotate-secret` has not been run. Remove it afterwards.',
  }),
  KAIWA_HUBSPOT_CLIENT_ID: variable(text.min(1), {
    about:
      'Client id of an app at HubSpot. Enables the connection to a CRM; without it, local mode uses a stand-in portal. Its redirect URL is `…/hubspot/callback`.',
  }),
  KAIWA_HUBSPOT_CLIENT_SECRET: variable(text.min(1), { secret: true, about: 'Client secret of that app.' }),
  KAIWA_HUBSPOT_API_URL: variable(issuer, {
    fallback: 'https://api.hubapi.com',
    about: 'URL of the API of HubSpot: `https://`, or `http://` on this machine.',
  }),
  KAIWA_HUBSPOT_APP_URL: variable(issuer, {
    fallback: 'https://app.hubspot.com',
    about: 'URL of the pages of HubSpot: where an owner agrees to the connection, and of links to deals.',
  }),
  KAIWA_MODELS: variable(text, { about: 'Folder of speech models. Default: `models` in the data folder.' }),
  KAIWA_MODEL_DOWNLOAD: variable(flag, {
    fallback: 'on',
    about: '`off` disables the download of speech models.',
  }),
  KAIWA_SPEECH_URL: variable(address, {
    about: 'URL of an OpenAI-compatible speech server, e.g. `http://gpu:8000/v1`.',
  }),
  KAIWA_SPEECH_KEY: variable(text, { secret: true, about: 'API key of the speech server.' }),
  KAIWA_SPEECH_MODEL: variable(text, { fallback: 'whisper-1', about: 'Model of the speech server.' }),
  KAIWA_SPEECH_LANGUAGES: variable(list(['ja', 'en']), {
    fallback: 'ja,en',
    about: 'Languages that this model supports, separated by commas: `ja`, `en`.',
  }),
  KAIWA_SPEECH_PROMPT: variable(text.max(900), {
    about:
      'Text that the speech server gets with every segment: names and terms, spelled as they should be written. Models use about its last 200 words.',
  }),
  KAIWA_SPEECH_TEMPERATURE: variable(z.coerce.number().min(0).max(1), {
    about: 'Temperature of the decoding, 0 to 1. Default: that of the speech server.',
  }),
  KAIWA_AI_MODELS: variable(modelMap, {
    about:
      'Models of the assistant and of summaries: `id=provider:name`, separated by commas. Ids: `claude3_haiku`, `claude35_sonnet`, `o3_mini`, `openai_gpt35_turbo`, `openai_gpt4o`. Providers: `openai`, `anthropic`, `compatible`. Without it, the assistant lists passages and sends nothing.',
  }),
  KAIWA_AI_OPENAI_KEY: variable(text.min(1), { secret: true, about: 'API key of OpenAI, for models of `openai`.' }),
  KAIWA_AI_OPENAI_URL: variable(address, {
    fallback: 'https://api.openai.com/v1',
    about: 'URL of the API of OpenAI.',
  }),
  KAIWA_AI_ANTHROPIC_KEY: variable(text.min(1), {
    secret: true,
    about: 'API key of Anthropic, for models of `anthropic`.',
  }),
  KAIWA_AI_ANTHROPIC_URL: variable(address, {
    fallback: 'https://api.anthropic.com/v1',
    about: 'URL of the API of Anthropic.',
  }),
  KAIWA_AI_COMPATIBLE_URL: variable(address, {
    about:
      'URL of an OpenAI-compatible server (Ollama, vLLM, LM Studio), for models of `compatible`, e.g. `http://gpu:11434/v1`.',
  }),
  KAIWA_AI_COMPATIBLE_KEY: variable(text.min(1), { secret: true, about: 'API key of that server, if it needs one.' }),
  KAIWA_AI_CONTEXT_TOKENS: variable(z.coerce.number().int().min(2_000).max(2_000_000), {
    fallback: '64000',
    about:
      'Tokens that one request to a model may have, of the smallest model in use. Longer transcripts are sent in parts.',
  }),
  KAIWA_AI_ANSWER_TOKENS: variable(z.coerce.number().int().min(2_000).max(20_000_000), {
    fallback: '400000',
    about: 'Maximum of tokens that one answer, or one summary, may use in all its requests together.',
  }),
  KAIWA_AI_ANSWER_SECONDS: variable(z.coerce.number().int().min(1).max(3600), {
    fallback: '180',
    about:
      'Maximum seconds for one answer of the assistant, or for each step of a summary. A generation of values for a deal ends after ten times as long.',
  }),
  PUSHER_APP_ID: variable(text.min(1), {
    about:
      "Application id at a hosted Pusher-protocol service with user authentication. Without it, browsers connect to the program's own endpoint.",
  }),
  PUSHER_KEY: variable(text.min(1), { about: 'Application key of the service.' }),
  PUSHER_SECRET: variable(text.min(1), { secret: true, about: 'Application secret of the service.' }),
  PUSHER_URL: variable(address, {
    about: "URL of the service's HTTP API, e.g. `https://api-ap3.pusher.com`.",
  }),
  PUSHER_CLUSTER: variable(text, {
    about: 'Cluster that browsers connect to, for services with clusters. Set either this or `PUSHER_CLIENT_URL`.',
  }),
  PUSHER_CLIENT_URL: variable(address, { about: 'URL that browsers connect to, for services without clusters.' }),
} as const satisfies Record<string, Variable>

export type VariableName = keyof typeof variables
