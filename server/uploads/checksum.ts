import { invalid } from '../platform/refusal.ts'

/**
 * The hash of `Upload-Checksum: sha256 <base64>`, as base64; null without the header. Refuses another algorithm and what
 * is not the base64 of 32 bytes.
 */
export const readChecksum = (header: string | string[] | undefined): string | null => {
  if (header === undefined) return null
  const hash = /^sha256 ([A-Za-z0-9+/]{43}=)$/.exec(String(header))?.[1]
  if (hash === undefined) throw invalid({ 'upload-checksum': ['format'] })
  return hash
}
