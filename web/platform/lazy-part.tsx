import { useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { loadTexts } from './i18n.ts'
import type { TextName } from './i18n.ts'
import { showChunkLoadError } from './chunk-load-error.ts'

interface LazyPart<P> {
  (props: P): ReactNode
  preload: () => void
}

/**
 * A component (dialog, popover, sidebar) loaded as a separate chunk with the texts of its domains when it is first
 * shown. `fallback` (default: nothing) is shown while loading; if loading fails, a message is shown and the page stays.
 * `preload` loads it before it is shown; a failure is ignored, because the part loads again when it is shown.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  texts: readonly TextName[] = [],
  fallback: ReactNode = null,
): LazyPart<P> {
  let ready: ComponentType<P> | null = null
  const fetchAll = async (): Promise<ComponentType<P>> => {
    const [part] = await Promise.all([load(), loadTexts(texts)])
    ready = part
    return part
  }
  const Lazy = (props: P) => {
    const [Part, setPart] = useState(() => ready)
    useEffect(() => {
      if (Part) return undefined
      let left = false
      fetchAll().then((part) => left || setPart(() => part), showChunkLoadError)
      return () => {
        left = true
      }
    }, [Part])
    return Part ? <Part {...props} /> : fallback
  }
  return Object.assign(Lazy, { preload: () => void fetchAll().catch(() => undefined) })
}
