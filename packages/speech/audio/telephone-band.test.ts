import { beforeAll, describe, expect, it } from 'vitest'
import { CLEAN_SPEECH, makeSound, speechInput } from '../testing/sounds/sound-recipes.ts'
import { isTelephoneBand, widenTelephoneBand } from './telephone-band.ts'

const sentence = speechInput(CLEAN_SPEECH.slice(0, 1))
const telephone = 'aresample=8000,aresample=16000'

describe('speech of the telephone band', { timeout: 60_000 }, () => {
  let full: Int16Array
  let narrow: Int16Array
  let shiftedUp: Int16Array
  beforeAll(async () => {
    ;[full, narrow] = await Promise.all([makeSound(sentence), makeSound(sentence, telephone)])
    shiftedUp = widenTelephoneBand(narrow)
  })

  it('is recognised by its empty upper half', () => {
    expect(isTelephoneBand(narrow)).toBe(true)
    expect(isTelephoneBand(full)).toBe(false)
    expect(isTelephoneBand(new Int16Array(16_000))).toBe(false)
    expect(isTelephoneBand(new Int16Array(0))).toBe(false)
  })

  it('gets sound in the upper half, which rises and falls with the speech', () => {
    expect(isTelephoneBand(shiftedUp)).toBe(false)
    expect(shiftedUp).toHaveLength(narrow.length)
    const silent = narrow.findIndex((sample) => sample === 0)
    expect(shiftedUp[silent]).toBe(0)
  })

  it('other speech stays as it is', () => expect(widenTelephoneBand(full)).toBe(full))
})
