import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { BoundField } from '../../ui/form/use-form.ts'

/** `isDigits`: a code of the app, which phones can fill in; otherwise a recovery code is accepted too. */
type Props = BoundField & { isDigits: boolean }

/**
 * The field for the code of the second step; it takes the focus. Full-width characters and spaces are accepted, so an
 * input method can stay on.
 */
export function CodeField({ isDigits, ...field }: Props) {
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
