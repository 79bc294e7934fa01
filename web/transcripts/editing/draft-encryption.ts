/** An encrypted draft. */
export interface EncryptedDraft {
  readonly nonce: Uint8Array<ArrayBuffer>
  readonly text: ArrayBuffer
}

export interface DraftCipher {
  /** Encrypts a draft. `name` is authenticated with it and is required to decrypt it. */
  encrypt: (value: unknown, name: string) => Promise<EncryptedDraft>
  /** Decrypts a draft. Returns null when it was encrypted with another key or name. */
  decrypt: (encrypted: EncryptedDraft, name: string) => Promise<unknown>
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}

/** AES-GCM with a key of 32 bytes in base64url. The key is imported as not extractable. */
export async function openDraftCipher(key: string): Promise<DraftCipher> {
  const secret = await crypto.subtle.importKey('raw', fromBase64Url(key), 'AES-GCM', false, ['encrypt', 'decrypt'])
  const algorithm = (nonce: Uint8Array<ArrayBuffer>, name: string) => ({
    name: 'AES-GCM',
    iv: nonce,
    additionalData: bytes(name),
  })
  return {
    async encrypt(value, name) {
      const nonce = crypto.getRandomValues(new Uint8Array(12))
      return { nonce, text: await crypto.subtle.encrypt(algorithm(nonce, name), secret, bytes(JSON.stringify(value))) }
    },
    async decrypt({ nonce, text }, name) {
      try {
        return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm(nonce, name), secret, text)))
      } catch {
        return null
      }
    },
  }
}
