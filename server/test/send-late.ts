import { once } from 'node:events'
import { connect } from 'node:net'
import { vi } from 'vitest'
import { hashToken } from '../accounts/tokens.ts'
import type { TestUser } from './factories/users.ts'
import type { TestApp } from './open-test-app.ts'

interface Sent {
  method: string
  path: string
  type: string
  body: string
}

/**
 * Sends a request of which all but the first byte of the body waits for `beforeEnd`, which runs after the caller was
 * authenticated. Returns the answer.
 */
export async function sendLate(
  test: TestApp,
  { method, path, type, body }: Sent,
  caller: TestUser,
  beforeEnd: () => Promise<unknown>,
): Promise<{ status: number; body: unknown }> {
  // Authentication renews a session that was last seen long ago, which shows that it has taken place.
  const isRenewed = async (): Promise<boolean> => {
    const session = test.db
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('token_hash', '=', hashToken(caller.token))
    const { last_seen_at: seen } = await session.executeTakeFirstOrThrow()
    return Date.now() - seen.getTime() < 600_000
  }
  await test.db
    .updateTable('sessions')
    .set({ last_seen_at: new Date(Date.now() - 3_600_000) })
    .where('token_hash', '=', hashToken(caller.token))
    .execute()
  const { hostname, port, host } = new URL(await test.listen())
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const lines = [
    `${method} /api${path} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    `Authorization: Bearer ${caller.token}`,
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body.slice(0, 1)}`)
  await vi.waitUntil(isRenewed, { timeout: 20_000, interval: 2 })
  await beforeEnd()
  let text = ''
  socket.on('data', (data) => (text += String(data)))
  socket.write(body.slice(1))
  await once(socket, 'close')
  const [head = '', content = ''] = text.split('\r\n\r\n', 2)
  return { status: Number(head.split(' ', 2)[1]), body: content === '' ? undefined : JSON.parse(content) }
}
