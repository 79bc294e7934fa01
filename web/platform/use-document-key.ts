import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import { useEffect, useEffectEvent } from 'react'

/** Handles the keys that are pressed anywhere on the page, except those of a conversion. */
export function useDocumentKey(handleKey: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent(handleKey)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isCompositionKey(event)) handle(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
