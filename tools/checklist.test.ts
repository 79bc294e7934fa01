import { describe, expect, it } from 'vitest'
import { idsOfChecklist, idsOfTests, ranges, summary } from './checklist.ts'

const page = '# List\n\n- [ ] AA-01 · One · (W §1)\n- [x] AA-02 · Two · (W §2)\n- [ ] BB-01 · Three · (F §1)\n'

it('parses the statements of a checklist', () =>
  expect(idsOfChecklist(page)).toEqual([
    { id: 'AA-01', text: 'One · (W §1)' },
    { id: 'AA-02', text: 'Two · (W §2)' },
    { id: 'BB-01', text: 'Three · (F §1)' },
  ]))

describe('an ID counts at the start of a name', () => {
  // Composed at run time, so that this file is not counted as a test of the ID.
  const id = (number: string) => `AA-${number}`
  it.each([
    ['one', `it('${id('01')} works', …)`, [id('01')]],
    ['two', `it('${id('01')} ${id('02')} work', …)`, [id('01'), id('02')]],
    ['with a comma', `it("${id('01')}, ${id('02')} work", …)`, [id('01'), id('02')]],
    ['as a table entry', `['${id('01')}', 3],`, [id('01')]],
    ['not in the middle', `it('unlike ${id('01')} it fails', …)`, []],
    ['not in a comment', `// ${id('01')} is elsewhere`, []],
    ['not as part of a word', `it('${id('01')}b is another', …)`, []],
  ])('%s', (_, source, ids) => expect(idsOfTests(source)).toEqual(ids))
})

it('summarises each area and lists unknown IDs', () =>
  expect(summary(idsOfChecklist(page), new Set(['AA-01', 'AA-09', 'UTF-8']))).toBe(
    'AA         1/2  1\nBB         0/1  \n\n1 of 3 lines have a test\nNot in the checklist: AA-09\n',
  ))

it('formats numbers as ranges', () => expect(ranges([7, 2, 1, 3, 9])).toBe('1–3 7 9'))
