const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether a text of the provider's metadata can be a key of ours. PostgreSQL refuses a comparison with other texts. */
export function isKey(text: string): boolean {
  return UUID.test(text)
}
