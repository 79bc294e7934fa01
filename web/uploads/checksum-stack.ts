// tus-js-client sends no checksums. This stack hashes every chunk before it goes, so that bytes which changed on their
// way are refused (460) and sent again instead of being kept.
import { DefaultHttpStack } from 'tus-js-client'
import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client'

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCodePoint(...bytes))

/** `sha256 …` of a chunk as the Upload-Checksum header wants it; null where the page may not hash (plain http). */
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
      // Aborted while it was hashed: a request that is sent now could not be called back.
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
