// The address of an invoice's PDF. Browsers open it without an Authorization header, so it carries a signed grant that
// names the invoice, the session and the end of its validity.
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface InvoiceGrant {
  invoiceId: number
  sessionId: number
  /** Unix seconds. */
  expires: number
}

function sign(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`invoice-grant:${text}`).digest().subarray(0, 18)
}

/** Returns one path segment. */
export function writeInvoiceGrant({ invoiceId, sessionId, expires }: InvoiceGrant, secret: string): string {
  const text = [invoiceId, sessionId, expires].map((part) => part.toString(36)).join('-')
  return `${text}-${sign(text, secret).toString('hex')}`
}

/** Returns null for a segment that was not signed with this secret. */
export function readInvoiceGrant(segment: string, secret: string): InvoiceGrant | null {
  const match = /^([0-9a-z]{1,7}-[0-9a-z]{1,7}-[0-9a-z]{1,8})-([0-9a-f]{36})$/.exec(segment)
  if (!match?.[1] || !match[2]) return null
  if (!timingSafeEqual(sign(match[1], secret), Buffer.from(match[2], 'hex'))) return null
  const [invoiceId = 0, sessionId = 0, expires = 0] = match[1].split('-').map((part) => Number.parseInt(part, 36))
  return { invoiceId, sessionId, expires }
}
