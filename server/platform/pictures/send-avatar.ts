import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { Refusal } from '../refusal.ts'
import { MissingObject } from '../storage/storage.ts'

const types: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png' }

/** A new picture has a new name. */
const NAMED_PICTURE = 'private, max-age=300'

/**
 * Sends a picture made by `drawAvatar`, with headers that allow only display as an image. `cacheControl` is for an
 * address that keeps showing a person after a change of the picture.
 */
export async function sendAvatar(
  { storage }: Pick<App, 'storage'>,
  reply: FastifyReply,
  key: string,
  cacheControl = NAMED_PICTURE,
) {
  const content = await storage.get(key).catch((error: unknown) => {
    throw error instanceof MissingObject ? new Refusal('E_NOT_FOUND') : error
  })
  return reply
    .headers({
      'content-type': types[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      'cache-control': cacheControl,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    })
    .send(content)
}
