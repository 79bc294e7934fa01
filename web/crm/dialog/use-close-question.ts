import { useEffect, useEffectEvent, useState } from 'react'
import { guardLeaving, isLeavingGuarded } from '../../platform/leave-guard.ts'

interface Options {
  hasEdits: boolean
  /** A write that is under way can be neither undone nor watched elsewhere: its dialog stays. */
  isWriting: boolean
  onClose: () => void
}

/** Asks before entered values are lost, with the dialog or with the page (CRM-33). */
export function useCloseQuestion({ hasEdits, isWriting, onClose }: Options) {
  const [onLeave, setOnLeave] = useState<(() => void) | null>(null)
  const ask = useEffectEvent((go: () => void) => setOnLeave(() => go))
  useEffect(() => (hasEdits && !isLeavingGuarded() ? guardLeaving((go) => ask(go)) : undefined), [hasEdits])
  const isUnsaved = hasEdits || isWriting
  useEffect(() => {
    if (!isUnsaved) return
    // The browser asks before the page is reloaded or closed.
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', handleUnload)
    return () => removeEventListener('beforeunload', handleUnload)
  }, [isUnsaved])
  return {
    isAsking: onLeave !== null,
    close: () => {
      if (isWriting) return
      if (hasEdits) setOnLeave(() => onClose)
      else onClose()
    },
    stay: () => setOnLeave(null),
    leave: () => {
      setOnLeave(null)
      onLeave?.()
    },
  }
}
