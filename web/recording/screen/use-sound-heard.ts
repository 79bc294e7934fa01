import { useEffect, useState } from 'react'
import type { Sources } from '../types.ts'

const CHECK_MS = 200
/** A level of speech, in decibels. */
const SPEECH_DB = -50

/** True from the first sound of these sources. */
export function useSoundHeard(sources: Sources): boolean {
  const [isHeard, setIsHeard] = useState(false)
  useEffect(() => {
    if (isHeard) return undefined
    const timer = setInterval(() => setIsHeard(sources.recentLevel() > SPEECH_DB), CHECK_MS)
    return () => clearInterval(timer)
  }, [sources, isHeard])
  return isHeard
}
