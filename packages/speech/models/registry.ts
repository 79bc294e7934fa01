import * as z from 'zod'
import known from './registry.json' with { type: 'json' }

const entrySchema = z.object({
  name: z.string().regex(/^[\w.-]+$/),
  kind: z.enum(['nemo-ctc', 'transducer', 'sense-voice', 'voice-activity', 'segmentation', 'embedding']),
  languages: z.array(z.string()),
  licence: z.string(),
  about: z.url(),
  url: z.url(),
  /** Bytes and checksum of what `url` gives. Null where nobody publishes them: then the first download pins them. */
  size: z.number().int().positive().nullable(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** The part each file plays → its name in the archive (or of the file itself). */
  files: z.record(z.string(), z.string().regex(/^[\w.-]+$/)),
})

export type ModelEntry = z.infer<typeof entrySchema>

/** The models we know, best first for a language. */
export const registry: readonly ModelEntry[] = z.array(entrySchema).parse(known)
