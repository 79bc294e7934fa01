// All environment variables of the program: the table here, and that of outside services. The start validates the values
// against them, and docs/configuration.md is generated from them.
import * as z from 'zod'
import { serviceVariables } from './config-service-variables.ts'
import { address, flag, list, positive, text, type Variable, variable } from './config-schemas.ts'

/** KiB; OWASP's first choice for argon2id with two passes and one lane. */
export const PASSWORD_MEMORY = 19_456

const port = z.coerce.number().int().min(0).max(65535)

export const roles = ['api', 'worker', 'realtime', 'scheduler'] as const
export type Role = (typeof roles)[number]

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
  KAIWA_PREVIOUS_SECRET: variable(text.min(32), {
    secret: true,
    about: 'The former KAIWA_SECRET while `npm run rotate-secret` has not been run. Remove it afterwards.',
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
  ...serviceVariables,
} as const satisfies Record<string, Variable>

export type VariableName = keyof typeof variables
