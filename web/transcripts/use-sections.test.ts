import { setSection, toEditableDocument, typeText } from '@kaiwa/transcript'
import type { Edit } from '@kaiwa/transcript'
import { block, document } from '@kaiwa/transcript/test/factories.ts'
import { expect, it } from 'vitest'
import { sectionsReading } from './use-sections.ts'

it('SEC-02 typing keeps the section list object, a new name replaces it', () => {
  const { read, isTouchedBy } = sectionsReading()
  const touches = ({ changes }: Edit) => changes.some(isTouchedBy)
  const first = toEditableDocument(
    document(block({ uuid: 'a', section_name: '導入', start_time: 3 }), block({ uuid: 'b', start_time: 9 })),
  )
  const sections = read(first)
  expect(sections).toEqual([{ uuid: 'a', name: '導入', start_time: 3 }])
  const typed = typeText(first, { uuid: 'a', start: 0, end: 0 }, 'え、')!
  expect([touches(typed), read(typed.document)]).toEqual([false, sections])
  expect(read(typed.document)).toBe(sections)
  const named = setSection(typed.document, 'b', '本題')!
  expect([touches(named), read(named.document).map(({ name }) => name)]).toEqual([true, ['導入', '本題']])
})
