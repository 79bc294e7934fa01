// Two addresses of the program that are often the same.
import type { Context } from './route.ts'

type Reached = Pick<Context, 'app' | 'request'>

/**
 * By which the caller reached us, so that media and uploads come from the page's own origin. Behind a proxy that hides the
 * protocol, the configured address of the same host knows better.
 */
export const reachedAt = ({ app, request }: Reached): string => {
  const { url } = app.config
  if (url !== null && new URL(url).host === request.host) return url
  return `${request.protocol}://${request.host}`
}

/** Where others find us, for links in mails: a server names its address, a local program is where it was called. */
export const publicAddress = (context: Reached): string => context.app.config.url ?? reachedAt(context)
