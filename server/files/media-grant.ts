// A media address must be unguessable, must work with plain GET requests (players fetch hundreds of segments) and must
// stop working when its reader loses access. It therefore carries a signed grant that names reader, session and file.
// Each request checks that the session is still valid and the file still visible.
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface Grant {
  userId: number
  sessionId: number
  fileId: number
}

function sign(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`media-grant:${text}`).digest().subarray(0, 18)
}

/**
 * Returns one path segment. It is identical for the same reader, session and file, so that browsers can cache the
 * media.
 */
export function writeGrant({ userId, sessionId, fileId }: Grant, secret: string): string {
  const text = [userId, sessionId, fileId].map((id) => id.toString(36)).join('-')
  return `${text}-${sign(text, secret).toString('hex')}`
}

/** Returns null for a segment that was not signed with this secret. */
export function readGrant(segment: string, secret: string): Grant | null {
  const match = /^([0-9a-z]{1,7}-[0-9a-z]{1,7}-[0-9a-z]{1,7})-([0-9a-f]{36})$/.exec(segment)
  if (!match?.[1] || !match[2]) return null
  if (!timingSafeEqual(sign(match[1], secret), Buffer.from(match[2], 'hex'))) return null
  const [userId, sessionId, fileId] = match[1].split('-').map((id) => Number.parseInt(id, 36))
  return userId && sessionId && fileId ? { userId, sessionId, fileId } : null
}
