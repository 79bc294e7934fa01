// HTTP stack for tus-js-client, which sends no checksums. Adds the hash of every chunk, so that the server refuses
// bytes that were corrupted in transit (460), and they are sent again.
import { DefaultHttpStack } from 'tus-js-client'
import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client'

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCodePoint(...bytes))

/** Upload-Checksum value of a chunk, `sha256 <base64>`; null without Web Crypto (plain http). */
export const checksumOf = async (chunk: Blob): Promise<string | null> => {
  if (!globalThis.isSecureContext) return null
  const hash = await crypto.subtle.digest('SHA-256', await chunk.arrayBuffer())
  return `sha256 ${toBase64(new Uint8Array(hash))}`
}

const withChecksum = (request: HttpRequest): HttpRequest => {
  let isAborted = false
  return {
    getMethod: () => request.getMethod(),
    getURL: () => request.getURL(),
    setHeader: (header, value) => request.setHeader(header, value),
    getHeader: (header) => request.getHeader(header),
    setProgressHandler: (handler) => request.setProgressHandler(handler),
    getUnderlyingObject: () => request.getUnderlyingObject() as unknown,
    send: async (body: unknown): Promise<HttpResponse> => {
      const checksum = body instanceof Blob ? await checksumOf(body) : null
      // Aborted while the chunk was hashed: do not send the request.
      if (isAborted) throw new Error('aborted')
      if (checksum !== null) request.setHeader('Upload-Checksum', checksum)
      return request.send(body)
    },
    abort: () => {
      isAborted = true
      return request.abort()
    },
  }
}

export const checksumStack = (): HttpStack => {
  const inner = new DefaultHttpStack({})
  return {
    createRequest: (method, url) => withChecksum(inner.createRequest(method, url)),
    getName: () => 'checksum',
  }
}
