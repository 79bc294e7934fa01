import * as z from 'zod'

// The fields used from responses of OpenAI-compatible servers. Fields that some servers omit are optional.

const word = z.object({ word: z.string(), start: z.number(), end: z.number(), probability: z.number().optional() })

const segment = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  avg_logprob: z.number().optional(),
  no_speech_prob: z.number().optional(),
  speaker: z.string().nullish(),
  words: z.array(word).nullish(),
})

export const responseSchema = z.object({
  text: z.string(),
  language: z.string().nullish(),
  words: z.array(word).nullish(),
  segments: z.array(segment).nullish(),
})

export type TranscriptionResponse = z.infer<typeof responseSchema>
export type ResponseSegment = z.infer<typeof segment>
