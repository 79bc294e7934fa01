import * as z from 'zod'
import { operation } from './operation.ts'

/** Why a part is off or not used: a key of the browser's texts, a sentence of what to do. */
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
])
export type PartReason = z.infer<typeof partReason>

/** One part of the installation that can be on or off. */
export const part = z.object({
  id: z.string(),
  kind: z.enum(['speech', 'diarisation', 'media', 'mail', 'storage', 'realtime']),
  state: z.enum(['active', 'available', 'downloading', 'off']),
  /** For people: name of an engine, model or server. */
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
    /** Languages that some engine can recognise now. */
    languages: z.array(z.string()),
    detects_language: z.boolean(),
    /** Details for the operator; null for everybody else. */
    parts: z.array(part).nullable(),
  }),
})

/**
 * What a browser must know before anybody has signed in: nothing in it is secret or about a person. `realtime` is what
 * pusher-js is told (host and port null: the page's own); `sample_account` exists in local mode only.
 */
export const getClientConfig = operation({
  name: 'getClientConfig',
  method: 'GET',
  path: '/client-config',
  access: 'public',
  response: z.object({
    mode: z.enum(['local', 'server']),
    sample_account: z.object({ email: z.string(), password: z.string() }).nullable(),
    /** Who one can sign in with besides, by the name for people; null where nobody is configured. */
    google: z.object({ name: z.string() }).nullable(),
    realtime: z.object({
      key: z.string(),
      host: z.string().nullable(),
      port: z.int().nullable(),
      tls: z.boolean(),
      cluster: z.string().nullable(),
      /** A hosted service must be told whose a socket is, by `pusher.signin()`. */
      signs_in: z.boolean(),
    }),
    /** Where owners ask about their contract; the guide says whom to ask where this is null. */
    inquiry_url: z.string().nullable(),
    /** MB and minutes that one file may have. */
    max_file_mb: z.number(),
    max_file_minutes: z.number(),
  }),
})
