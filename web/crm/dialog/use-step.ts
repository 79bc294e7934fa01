import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Step } from './Column.tsx'

/** Milliseconds after a step change during which a press is taken for the second one of a double tap. */
const SETTLE_MS = 500

/** The step of a narrow window. Its heading gets the focus, so that it is announced. */
export function useStep(columns: RefObject<HTMLElement | null>) {
  const [step, setStep] = useState<Step>('stage')
  const [isSettling, setIsSettling] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasMoved = useRef(false)
  useEffect(() => {
    if (hasMoved.current) columns.current?.querySelector<HTMLElement>(`[data-step='${step}'] h3`)?.focus()
  }, [step, columns])
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    step,
    isSettling,
    setStep: (next: Step) => {
      hasMoved.current = true
      setStep(next)
      setIsSettling(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setIsSettling(false), SETTLE_MS)
    },
  }
}
