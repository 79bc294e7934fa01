// Programs read file names, arguments and texts in the encoding of their locale. Containers and services often set none,
// and in the C locale Chromium damages Japanese file names. Every program that Kaiwa starts gets a UTF-8 locale from here.

/** macOS has no C.UTF-8. Every glibc that runs Node 24 has it, and musl takes any name for UTF-8. */
export function utf8Locale(platform: NodeJS.Platform = process.platform): string {
  return platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
}

function isUtf8(locale: string): boolean {
  return /\.utf-?8(?:@|$)/i.test(locale)
}

/**
 * The environment for a child process: `environment` with a UTF-8 locale. A locale that is UTF-8 already is kept, since its
 * owner may want messages in their language. `LC_ALL` replaces any other, because it overrides `LC_CTYPE` and `LANG`.
 */
export function utf8Environment(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): NodeJS.ProcessEnv {
  // The precedence of setlocale(3); an empty value counts as unset.
  const locale = environment['LC_ALL'] || environment['LC_CTYPE'] || environment['LANG'] || ''
  return isUtf8(locale) ? { ...environment } : { ...environment, LC_ALL: utf8Locale(platform) }
}
