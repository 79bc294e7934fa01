import { describe, expect, it } from 'vitest'
import { blockOf, durationOf, indexOfBlock, toTranscriptDocument } from './transcript-document.ts'
import { block, document } from './test/factories.ts'

const [a, b, c] = [block({ uuid: 'a' }), block({ uuid: 'b', end_time: 9 }), block({ uuid: 'c', end_time: 5 })]

describe('transcript document', () => {
  it('lists the blocks in the order of the transcript', () => {
    const response = {
      transcript: {
        id: 7,
        status: 'completed' as const,
        block_order: ['c', 'a', 'gone', 'b'],
        revision: 3,
        last_edited_by: null,
        last_edited_at: null,
      },
      blocks: { a, b, c },
      url: '/media/grant',
    }
    const read = toTranscriptDocument(response)
    expect(read).toMatchObject({ id: 7, revision: 3 })
    expect(read.blocks).toEqual([c, a, b])
  })

  it('finds a block and its index by uuid', () => {
    const read = document(a, b, c)
    expect([indexOfBlock(read, 'c'), indexOfBlock(read, 'x')]).toEqual([2, -1])
    expect(blockOf(read, 'x')).toBeUndefined()
  })

  it('its duration is the latest end of all blocks', () => {
    expect(durationOf(document(a, b, c))).toBe(9)
    expect(durationOf(document())).toBe(0)
  })
})
