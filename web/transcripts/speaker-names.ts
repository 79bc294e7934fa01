import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { createContext, use } from 'react'

/** The speakers that the open file may show by name, by id. */
export const SpeakerNamesContext = createContext<ReadonlyMap<number, Speaker>>(new Map())

export function useSpeakerNames(): ReadonlyMap<number, Speaker> {
  return use(SpeakerNamesContext)
}
