import { describe, expect, it } from 'vitest'
import { readGrant, writeGrant } from './media-grant.ts'

const secret = 'a secret of this test'
const grant = { userId: 1, sessionId: 123_456, fileId: 2_147_483_647 }

describe('media grants', () => {
  it('PLAY-21 are read back as they were written', () => {
    expect(readGrant(writeGrant(grant, secret), secret)).toEqual(grant)
  })

  it('are identical for the same reader, so that media can be cached', () => {
    expect(writeGrant(grant, secret)).toBe(writeGrant({ ...grant }, secret))
  })

  const good = writeGrant(grant, secret)
  it.each([
    ['another secret', good, 'another secret'],
    ['another file', good.replace(/^1-/, '2-'), secret],
    ['a truncated signature', good.slice(0, -1), secret],
    ['a changed signature', good.slice(0, -1) + (good.endsWith('0') ? '1' : '0'), secret],
    ['an empty string', '', secret],
    ['a path', '../../etc/passwd', secret],
  ])('refuse %s', (_case, segment, key) => {
    expect(readGrant(segment, key)).toBeNull()
  })
})
