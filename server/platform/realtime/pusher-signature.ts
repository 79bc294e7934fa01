import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** `key:signature` over socket, channel and optional channel data, as the Pusher protocol defines it. */
export function signSubscription(
  key: string,
  secret: string,
  socketId: string,
  channel: string,
  channelData?: string,
): string {
  return `${key}:${hmac(secret, [socketId, channel, ...(channelData === undefined ? [] : [channelData])].join(':'))}`
}

/** `key:signature` over socket and user data, as the Pusher protocol defines it. */
export function signUser(key: string, secret: string, socketId: string, userData: string): string {
  return `${key}:${hmac(secret, `${socketId}::user::${userData}`)}`
}

/** Compares in constant time. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The query string of a call to the HTTP API of a Pusher-protocol service; `now` in Unix seconds. */
export function signRequest(
  { key, secret }: { key: string; secret: string },
  method: string,
  path: string,
  body: string,
  now: number,
): string {
  const query = [
    `auth_key=${encodeURIComponent(key)}`,
    `auth_timestamp=${now}`,
    'auth_version=1.0',
    `body_md5=${createHash('md5').update(body).digest('hex')}`,
  ].join('&')
  return `${query}&auth_signature=${hmac(secret, `${method}\n${path}\n${query}`)}`
}
