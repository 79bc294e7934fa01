import type { Config } from '../config.ts'

/** Attributes of every cookie: this host only, not readable by scripts, not sent with cross-site subrequests. */
export function cookieFlags({ mode }: Pick<Config, 'mode'>) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: mode === 'server' } as const
}

/** The `__Host-` prefix makes browsers accept the cookie over TLS only, and not from other host names. */
export function cookieName({ mode }: Pick<Config, 'mode'>, name: string): string {
  return mode === 'server' ? `__Host-${name}` : name
}
