/** A value that only the holder of the key reads. */
export interface Sealed {
  readonly nonce: Uint8Array<ArrayBuffer>
  readonly text: ArrayBuffer
}

export interface Sealer {
  /** `name` is bound to the value: under another name it does not open. */
  seal: (value: unknown, name: string) => Promise<Sealed>
  /** Null when it was sealed with another key or under another name. */
  open: (sealed: Sealed, name: string) => Promise<unknown>
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

/** AES-GCM with a key of 32 bytes, base64url. The key cannot be read out of it again. */
export async function openSealer(key: string): Promise<Sealer> {
  const secret = await crypto.subtle.importKey('raw', fromBase64Url(key), 'AES-GCM', false, ['encrypt', 'decrypt'])
  const algorithm = (nonce: Uint8Array<ArrayBuffer>, name: string) => ({
    name: 'AES-GCM',
    iv: nonce,
    additionalData: bytes(name),
  })
  return {
    async seal(value, name) {
      const nonce = crypto.getRandomValues(new Uint8Array(12))
      return { nonce, text: await crypto.subtle.encrypt(algorithm(nonce, name), secret, bytes(JSON.stringify(value))) }
    },
    async open({ nonce, text }, name) {
      try {
        return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm(nonce, name), secret, text)))
      } catch {
        return null
      }
    },
  }
}
