import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PaletteOption } from './groups.ts'

interface Found {
  options: readonly PaletteOption[]
  /** The words that were typed; `options` answer earlier ones while it is pending. */
  words: string
  isPending: boolean
  error: unknown
}

/**
 * The option of the palette that Enter opens: the first one, or that to which the arrow keys moved. If Enter is pressed
 * before the answer to the typed words arrives, the first result opens when it arrives.
 */
export function useChoice(
  { options, words, isPending, error }: Found,
  open: (option: PaletteOption, inNewTab?: boolean) => void,
) {
  const [movedTo, setMovedTo] = useState<string | null>(null)
  /** Words for which Enter was pressed before their answer arrived. */
  const submitted = useRef<string | null>(null)
  const active = options.find(({ id }) => id === movedTo) ?? options[0]

  const openSubmitted = useEffectEvent(() => {
    if (submitted.current !== words) return
    submitted.current = null
    if (active && error === null) open(active)
  })
  useEffect(() => {
    if (!isPending) openSubmitted()
  }, [isPending])

  return {
    active,
    /** The id of the option to which the arrow keys moved. */
    movedTo,
    /** Moves through the options, and wraps around at their ends. */
    move: (by: 1 | -1): void => {
      if (!active) return
      const at = options.indexOf(active) + by
      setMovedTo(options.at(at === options.length ? 0 : at)?.id ?? null)
    },
    submit: (inNewTab: boolean): void => {
      // The first row may still answer other words; a command or a row that was moved to is what the person sees.
      if (isPending && movedTo === null && active?.kind !== 'command') submitted.current = words
      else if (active) open(active, inNewTab)
    },
    /** Returns to the first option, for other words. */
    reset: (): void => {
      setMovedTo(null)
      submitted.current = null
    },
  }
}
