import { expect, it } from 'vitest'
import { findDamage } from './damage.ts'

const zeros = { at: 20, seconds: 5, position: 320_000, size: 80_000 }
const whole = { promised: 60, end: 60, placement: { gaps: [] }, hasErrors: false, skipped: [] }
const gap = { start: 10, end: 15 }

it.each([
  ['a complete recording', {}, null, []],
  ['a header that rounds', { end: 59.2 }, null, []],
  ['a recording cut at 60 %', { end: 36 }, { at: 36, promised: 60 }, []],
  ['a recording without a stated length', { end: 36, promised: null }, null, []],
  ['more than promised, as joined files', { end: 80 }, null, []],
  ['a pause of the recorder', { placement: { gaps: [gap] } }, null, []],
  ['a gap where packets are damaged', { placement: { gaps: [gap] }, hasErrors: true }, null, [gap]],
  ['a glitch', { placement: { gaps: [{ start: 10, end: 10.1 }] }, hasErrors: true }, null, []],
  ['errors without a gap, as where files were joined', { hasErrors: true }, null, []],
  ['zeros in a file without times', { end: 55, skipped: [zeros] }, null, [{ start: 20, end: 20 }]],
  ['zeros, and a cut', { end: 30, skipped: [zeros] }, { at: 30, promised: 60 }, [{ start: 20, end: 20 }]],
])('%s', (_, read, endsEarly, parts) => expect(findDamage({ ...whole, ...read })).toEqual({ endsEarly, parts }))
