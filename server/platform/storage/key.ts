/** Throws unless the key is a relative path of plain names: no path traversal, no hidden or reserved name. */
export function checkKey(key: string): string {
  const isPlain = (name: string): boolean => /^[\w-][\w.@-]*$/.test(name) && !name.includes('..')
  if (key.length === 0 || key.length > 900 || !key.split('/').every(isPlain))
    throw new TypeError(`Not a storage key: ${JSON.stringify(key)}`)
  return key
}

/** The same for a key prefix: plain names, each followed by a slash. */
export function checkPrefix(prefix: string): string {
  if (!prefix.endsWith('/')) throw new TypeError(`A prefix ends in a slash: ${JSON.stringify(prefix)}`)
  checkKey(prefix.slice(0, -1))
  return prefix
}
