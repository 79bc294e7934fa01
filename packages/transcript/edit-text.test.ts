import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editText, type TextEdit } from './edit-text.ts'
import { parse } from './test/notation.ts'
import { readBlock, readModel, toModel, typeInModel } from './test/oracle.ts'

/** Random sorted edits of a text; insertions do not touch other edits. */
function editsOf(length: number) {
  return fc
    .array(fc.tuple(fc.nat(3), fc.nat(3), fc.constantFrom('', 'x', 'yz')), { maxLength: 6 })
    .map((parts): TextEdit[] => {
      const edits: TextEdit[] = []
      let at = 0
      for (const [gap, size, text] of parts) {
        const start = at + gap
        const end = start + size
        if (end > length) break
        const last = edits.at(-1)
        const touches = last?.end === start && (start === end || last.start === last.end)
        if (!touches) edits.push({ start, end, text })
        at = end
      }
      return edits
    })
}

it('EDIT-57 several edits move terms and tags like single edits applied from the last to the first', () => {
  const block = parse('A | [0 本日]は<7 [1 晴れ]のち[2 雨]>、<8 [3 明日][4 も]>').document.blocks.at(0)!
  fc.assert(
    fc.property(editsOf(block.content.length), (edits) => {
      const right = edits.reduceRight(
        (model, { start, end, text }) => typeInModel(model, start, end, text),
        toModel(block),
      )
      expect(readBlock(editText(block, edits))).toBe(readModel(right))
    }),
    { numRuns: 1000 },
  )
})
