/** Characters that some file systems refuse, and a length that all accept with an extension. */
const REFUSED = /[\p{Cc}\p{Cf}<>:"/\\|?*]/gu
const LENGTH = 80

/** A title as a file name without extension; '' if nothing is left of it. */
export function plainFileName(title: string): string {
  const clean = title.toWellFormed().replaceAll(REFUSED, '_').trim().replace(/^\.+/, '_')
  return [...clean].slice(0, LENGTH).join('').trim()
}
