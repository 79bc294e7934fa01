import * as z from 'zod'
import known from './registry.json' with { type: 'json' }

const entrySchema = z.object({
  name: z.string().regex(/^[\w.-]+$/),
  kind: z.enum(['nemo-ctc', 'transducer', 'sense-voice', 'voice-activity', 'segmentation', 'embedding']),
  languages: z.array(z.string()),
  licence: z.string(),
  about: z.url(),
  url: z.url(),
  /** Size in bytes and checksum of the file at `url`. Null when not published; the first download then pins them. */
  size: z.number().int().positive().nullable(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** Maps the role of each file to its name in the archive (or to the downloaded file's name). */
  files: z.record(z.string(), z.string().regex(/^[\w.-]+$/)),
})

export type ModelEntry = z.infer<typeof entrySchema>

/** The known models, best first within a language. */
export const registry: readonly ModelEntry[] = z.array(entrySchema).parse(known)
