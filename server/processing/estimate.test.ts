import { describe, expect, it } from 'vitest'
import { secondsLeft, speechExpected } from './estimate.ts'

const work = { mediaLeft: 0, mediaSpeed: 60, speechLeft: 0, recognitionCost: 0.5, workers: 2 }

describe('PROC-10 the estimate', () => {
  it('halves the recognition time with twice as many recognisers', () => {
    const one = secondsLeft({ ...work, speechLeft: 3600, workers: 1 })
    const two = secondsLeft({ ...work, speechLeft: 3600, workers: 2 })
    expect(one - two).toBeCloseTo(900)
  })

  it('follows the slower of the media pass and recognition', () => {
    const fastMedia = secondsLeft({ ...work, speechLeft: 600, mediaLeft: 600, mediaSpeed: 100 })
    const slowMedia = secondsLeft({ ...work, speechLeft: 600, mediaLeft: 600, mediaSpeed: 1 })
    expect(slowMedia - fastMedia).toBeCloseTo(600 - 150)
  })

  it('is never zero, since something always remains until the file is processed', () => {
    expect(secondsLeft(work)).toBeGreaterThan(0)
  })

  it('uses default speeds while nothing was measured', () => {
    expect(Number.isFinite(secondsLeft({ ...work, speechLeft: 10, recognitionCost: 0, mediaSpeed: 0 }))).toBe(true)
  })
})

describe('the speech expected in the rest of the recording', () => {
  it.each([
    ['nothing was analysed yet', 0, 0, 600, 600],
    ['all was analysed', 600, 300, 600, 0],
    ['the first half was speech throughout', 300, 300, 600, 300],
    ['more was analysed than announced', 700, 300, 600, 0],
  ])('when %s', (_case, read, found, duration, expected) => {
    expect(speechExpected(read, found, duration)).toBeCloseTo(expected)
  })

  it('decreases when silence is found', () => {
    expect(speechExpected(3000, 60, 6000)).toBeLessThan(150)
  })

  it('is almost zero after a long time without speech', () => {
    expect(speechExpected(3000, 0, 6000)).toBeLessThan(2)
  })
})
