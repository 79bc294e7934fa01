import * as z from 'zod'

// The fields used from responses of OpenAI-compatible servers. Fields that some servers omit are optional. Limits are far
// above what can be said in 30 s.

/** Without control characters and halves of surrogate pairs, which a database refuses. */
const text = z
  .string()
  .max(20_000)
  .transform((value) => value.replaceAll(/[^\P{Cc}\s]/gu, '').toWellFormed())
const MAX_PARTS = 2_000

const word = z.object({ word: text, start: z.number(), end: z.number(), probability: z.number().optional() })

const segment = z.object({
  start: z.number(),
  end: z.number(),
  text,
  avg_logprob: z.number().optional(),
  no_speech_prob: z.number().optional(),
  speaker: z.string().nullish(),
  words: z.array(word).max(MAX_PARTS).nullish(),
})

export const responseSchema = z.object({
  text,
  language: z.string().nullish(),
  words: z.array(word).max(MAX_PARTS).nullish(),
  segments: z.array(segment).max(MAX_PARTS).nullish(),
})

export type TranscriptionResponse = z.infer<typeof responseSchema>
export type ResponseSegment = z.infer<typeof segment>
