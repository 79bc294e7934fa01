import { noteKey } from '@kaiwa/contract/files.ts'
import { expect, it } from 'vitest'
import { en } from '../tree/texts.en.ts'
import { ja } from '../tree/texts.ja.ts'

function gaps(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted()
}

it.each(noteKey.options)('PROC-17 the note %s is a sentence with the same placeholders in both languages', (key) => {
  expect(ja.notes[key]).toMatch(/。$/)
  expect(en.notes[key]).toMatch(/\.$/)
  expect(gaps(en.notes[key])).toEqual(gaps(ja.notes[key]))
})

it('every note text belongs to an existing note', () => {
  expect(Object.keys(ja.notes).toSorted()).toEqual(noteKey.options.toSorted())
})
