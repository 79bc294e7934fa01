import { expect, it } from 'vitest'
import { clusterTimeElement, earliestTime, withoutDuration } from './matroska-times.ts'
import { readHeader, unsignedOf } from './ebml.ts'

const SEGMENT = [0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]

function block(relative: number) {
  return [0xa3, 0x85, 0x81, (relative >> 8) & 255, relative & 255, 0x80, 9]
}

function cluster(ticks: number, ...relative: number[]) {
  const body = [0xe7, 0x82, ticks >> 8, ticks & 255, ...relative.flatMap(block)]
  return [0x1f, 0x43, 0xb6, 0x75, 0x80 | body.length, ...body]
}

it.each([
  ['from 0 on', [...cluster(0, 0, 40)], 0],
  ['two seconds before 0', [...cluster(0, -2000, -1960, 0)], -2000],
  ['before the time of their cluster, but not before 0', [...cluster(500, -20, 0)], 0],
  ['before 0 in a later cluster, which cannot be', [...cluster(9000, 0), ...cluster(10, -20)], 0],
])('finds blocks %s', (_, clusters, earliest) =>
  expect(earliestTime(Uint8Array.from([...SEGMENT, ...clusters]))).toBe(earliest),
)

it('writes the time of a cluster', () => {
  const element = clusterTimeElement(3_602_000)
  expect([readHeader(element, 0), unsignedOf(element.subarray(2))]).toEqual([
    { id: 0xe7, size: 8, length: 2 },
    3_602_000,
  ])
})

it('voids the duration and keeps the rest', () => {
  const [before, duration, behind] = [
    [0x4d, 0x80, 0x81, 65],
    [0x44, 0x89, 0x88, 1, 2, 3, 4, 5, 6, 7, 8],
    [0x57, 0x41, 0x81, 66],
  ]
  const info = withoutDuration(Uint8Array.from([0x15, 0x49, 0xa9, 0x66, 0x80 | 19, ...before, ...duration, ...behind]))
  expect([...info.subarray(5, 9)]).toEqual(before)
  expect(readHeader(info, 9)).toEqual({ id: 0xec, size: 9, length: 2 })
  expect([...info.subarray(20)]).toEqual(behind)
})
