import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { BoundField } from '../../ui/form/use-form.ts'

/** `isDigits`: of the app, which phones offer by themselves; otherwise a recovery code may be typed too. */
type Props = BoundField & { isDigits: boolean }

/**
 * A field for a code of the second step, which is what one came for: it takes the focus. Widths and spaces do not matter,
 * so that an input method may stay on.
 */
export const CodeField = ({ isDigits, ...field }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <TextInput
      {...field}
      ref={input}
      autoComplete={isDigits ? 'one-time-code' : 'off'}
      inputMode={isDigits ? 'numeric' : 'text'}
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      withAsterisk
      styles={{ input: { fontVariantNumeric: 'tabular-nums', letterSpacing: '0.08em' } }}
    />
  )
}
