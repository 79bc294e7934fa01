import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import { useRef } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import styles from './ResizeHandle.module.css'

const STEP = 16

interface Props {
  label: string
  width: number
  min: number
  max: number
  /** 1: the handle is right of the resized element; −1: left of it. */
  direction?: 1 | -1
  onChange: (width: number) => void
}

/** A line that changes the width of the element next to it, by dragging or with the arrow keys. */
export function ResizeHandle({ label, width, min, max, direction = 1, onChange }: Props) {
  const start = useRef<{ x: number; width: number } | null>(null)
  const handlePointerDown = (event: PointerEvent<HTMLInputElement>): void => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus()
    start.current = { x: event.clientX, width }
  }
  const handlePointerMove = (event: PointerEvent): void => {
    if (start.current) onChange(start.current.width + (event.clientX - start.current.x) * direction)
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (steps === undefined) return
    // Always prevents the range input's own step of one pixel.
    event.preventDefault()
    if (!isCompositionKey(event.nativeEvent)) onChange(width + steps * STEP * direction)
  }
  return (
    <input
      type="range"
      className={styles.handle}
      aria-label={label}
      min={min}
      max={max}
      value={width}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      onKeyDown={handleKeyDown}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={() => (start.current = null)}
    />
  )
}
