export const CHECKSUM_ALGORITHMS = ['sha256', 'sha1'] as const

export type Checksum = {
  algorithm: (typeof CHECKSUM_ALGORITHMS)[number]
  /** Base64, padded. */
  hash: string
}

// Digests of 32 and 20 bytes.
const HASH = { sha256: /^[A-Za-z0-9+/]{43}=$/, sha1: /^[A-Za-z0-9+/]{27}=$/ } as const

const isKnown = (name: string | undefined): name is Checksum['algorithm'] =>
  CHECKSUM_ALGORITHMS.some((one) => one === name)

/**
 * Parses `Upload-Checksum: sha256 <base64>`. Null without the header; `malformed` for an unknown algorithm or an
 * invalid digest.
 */
export const readChecksum = (header: string | string[] | undefined): Checksum | null | 'malformed' => {
  if (header === undefined) return null
  const [algorithm, hash, ...rest] = String(header).split(' ')
  if (!isKnown(algorithm) || hash === undefined || rest.length > 0 || !HASH[algorithm].test(hash)) return 'malformed'
  return { algorithm, hash }
}
