import { expect, it } from 'vitest'
import { readClipTimes } from './clip-times.ts'

it.each([
  ['1:00.25', '1:02.50', 'audio', { start: 60.25, end: 62.5 }],
  ['0:00', '30:00', 'audio', { start: 0, end: 1800 }],
  ['0:00', '10:00', 'video', { start: 0, end: 600 }],
  ['0:00', '10:00.5', 'video', { field: 'end', fault: 'tooLong' }],
  ['0:00', '30:00.01', 'audio', { field: 'end', fault: 'tooLong' }],
  ['x', '1:00', 'audio', { field: 'start', fault: 'format' }],
  ['1:00', '', 'audio', { field: 'end', fault: 'format' }],
  ['1:00', '1:00', 'audio', { field: 'end', fault: 'order' }],
  ['1:00', '0:59', 'audio', { field: 'end', fault: 'order' }],
  ['1:00:00', '1:00:01', 'audio', { field: 'start', fault: 'pastEnd' }],
] as const)('%s to %s as %s', (start, end, kind, times) => {
  expect(readClipTimes({ start, end }, kind, 3600)).toEqual(times)
})
