import type { Config } from '../config.ts'

/** Flags of every cookie: for this host alone, never read by a script, never sent with what another site's page starts. */
export const cookieFlags = ({ mode }: Pick<Config, 'mode'>) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: mode === 'server' }) as const

/** With the prefix a browser takes the cookie over TLS only, and from no neighbouring host name. */
export const cookieName = ({ mode }: Pick<Config, 'mode'>, name: string): string =>
  mode === 'server' ? `__Host-${name}` : name
