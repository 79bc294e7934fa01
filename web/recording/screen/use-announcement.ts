import { LIMITS } from '@kaiwa/contract/limits.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionState } from '../types.ts'

type Said = Pick<SessionState, 'phase'> & { isSilent: boolean; markers: number }

export function isSilent({ phase, silentSeconds }: Pick<SessionState, 'phase' | 'silentSeconds'>): boolean {
  return phase === 'recording' && silentSeconds >= LIMITS.recordingSilenceSeconds
}

type Message = 'recording' | 'resumed' | 'paused' | 'interrupted' | 'stopped' | 'failed' | 'silence' | 'marked'

/** The announcement of a change for screen readers; null for none. The running time is not announced. */
export function messageOf(before: Said | null, now: Said): Message | null {
  if (now.phase !== before?.phase) {
    if (now.phase === 'finished') return null
    return now.phase === 'recording' && before !== null ? 'resumed' : now.phase
  }
  if (now.isSilent && !before.isSilent) return 'silence'
  return now.markers > before.markers ? 'marked' : null
}

/** The sentence for a live region. */
export function useAnnouncement(state: SessionState, clock: (seconds: number) => string): string {
  const { t } = useTranslation('recording')
  const now: Said = { phase: state.phase, isSilent: isSilent(state), markers: state.markers.length }
  const [before, setBefore] = useState<Said | null>(null)
  const [text, setText] = useState('')
  const isSame =
    before !== null && before.phase === now.phase && before.isSilent === now.isSilent && before.markers === now.markers
  if (!isSame) {
    setBefore(now)
    const message = messageOf(before, now)
    const time = clock(state.markers.at(-1)?.seconds ?? 0)
    if (message === 'silence') setText(t('silenceTitle', { count: LIMITS.recordingSilenceSeconds }))
    else if (message !== null) setText(t(`said.${message}`, { time }))
  }
  return text
}
