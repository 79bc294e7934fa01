// Two addresses of the program that are often the same.
import { hostname, networkInterfaces } from 'node:os'
import { isLoopback } from './loopback.ts'
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

/** Whether a name is this machine's own: a caller may write any name into a request. */
const isOwnName = (name: string): boolean =>
  isLoopback(name) ||
  name.endsWith('.localhost') ||
  name === hostname() ||
  Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === name))

/**
 * Where others find us, for links in mails: a server names its address, a local program is where it was called. A name
 * that is not this machine's never gets into a mail: its link would carry the reader's token there.
 */
export const publicAddress = (context: Reached): string => {
  const { app, request } = context
  if (app.config.url !== null) return app.config.url
  if (isOwnName(request.hostname.replaceAll(/[[\]]/g, ''))) return reachedAt(context)
  return `http://localhost:${request.socket.localPort ?? app.config.port}`
}
