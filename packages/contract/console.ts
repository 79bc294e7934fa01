// Information about the installation for browsers. Operations for operators alone are in the files `admin-*.ts`.
import * as z from 'zod'
import { operation } from './operation.ts'

/**
 * Why a part is off or unused: a key of the browser's texts, which say what to do. `operator.only`: the reader cannot
 * change it.
 */
export const partReason = z.enum([
  'speech.server-not-set',
  'speech.pocketsphinx-not-installed',
  'speech.diarisation-without-models',
  'speech.model-waiting',
  'speech.model-downloading',
  'speech.model-pinned',
  'speech.model-not-found',
  'speech.model-wrong-checksum',
  'speech.model-bad-archive',
  'speech.model-failed',
  'speech.downloads-off',
  'speech.disk-full',
  'media.ffmpeg-missing',
  'mail.kept-here',
  'operator.only',
])
export type PartReason = z.infer<typeof partReason>

/** A part of the installation that can be on or off. */
export const part = z.object({
  id: z.string(),
  kind: z.enum(['speech', 'diarisation', 'media', 'mail', 'storage', 'realtime']),
  state: z.enum(['active', 'available', 'downloading', 'off']),
  /** Display name of an engine, model or server. */
  label: z.string(),
  languages: z.array(z.string()),
  reason: partReason.nullable(),
  /** 0 to 1 while downloading. */
  progress: z.number().nullable(),
})
export type Part = z.infer<typeof part>

export const getInstallation = operation({
  name: 'getInstallation',
  method: 'GET',
  path: '/installation',
  access: 'session',
  response: z.object({
    mode: z.enum(['local', 'server']),
    /** Languages that the available engines can recognise now. */
    languages: z.array(z.string()),
    detects_language: z.boolean(),
    /** Details for operators and owners of workspaces; null for everyone else. */
    parts: z.array(part).nullable(),
  }),
})

/**
 * Configuration that the browser needs before sign-in: nothing secret or personal. `realtime` are the settings for
 * a client of the Pusher protocol (host and port null: those of the page); `sample_account` and `sample_operator` exist in local mode
 * only.
 */
export const getClientConfig = operation({
  name: 'getClientConfig',
  method: 'GET',
  path: '/client-config',
  access: 'public',
  response: z.object({
    mode: z.enum(['local', 'server']),
    /** Mails are not sent but shown at `/dev/mail`. */
    keeps_mails: z.boolean(),
    sample_account: z.object({ email: z.string(), password: z.string() }).nullable(),
    sample_operator: z.object({ email: z.string(), password: z.string() }).nullable(),
    /** The display name of the OpenID Connect provider; null without a configured provider. */
    google: z.object({ name: z.string() }).nullable(),
    realtime: z.object({
      key: z.string(),
      host: z.string().nullable(),
      port: z.int().nullable(),
      tls: z.boolean(),
      cluster: z.string().nullable(),
      /** True for a hosted service: the client must authenticate its socket with `pusher:signin`. */
      signs_in: z.boolean(),
    }),
    /** Address for owners with questions about their contract; if null, the guide says whom to ask. */
    inquiry_url: z.string().nullable(),
    /** Terms and privacy policy of the operator; if null, the pages /terms and /privacy. */
    terms_url: z.string().nullable(),
    privacy_url: z.string().nullable(),
    /** Address of HubSpot's application; null if HubSpot is not set up. */
    hubspot_url: z.string().nullable(),
    /** Whether a company can pay by credit card here. */
    card_payment: z.boolean(),
    /** The seller of the service, as the commercial disclosure of Japan requires; null where the operator has not set it. */
    commerce: z.object({
      seller: z.string().nullable(),
      manager: z.string().nullable(),
      address: z.string().nullable(),
      phone: z.string().nullable(),
    }),
    /** Maximum MB and minutes of one file. */
    max_file_mb: z.number(),
    max_file_minutes: z.number(),
  }),
})
