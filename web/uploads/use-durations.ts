import { useEffect, useRef, useState } from 'react'
import { type Candidate, durationOf } from './candidate.ts'

/** The seconds of chosen files by their uuid, as soon as they are read; files that cannot be read are missing. */
export function useDurations(candidates: readonly Candidate[]): ReadonlyMap<string, number> {
  const [durations, setDurations] = useState<ReadonlyMap<string, number>>(new Map())
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  useEffect(() => {
    for (const { uuid, file } of candidates) {
      if (durations.has(uuid)) continue
      void durationOf(file).then((seconds) => {
        if (!isHere.current || seconds <= 0) return
        setDurations((known) => (known.has(uuid) ? known : new Map(known).set(uuid, seconds)))
      })
    }
  }, [candidates, durations])
  return durations
}
