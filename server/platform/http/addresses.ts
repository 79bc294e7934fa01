// Two addresses of the program, which are often the same.
import { hostname, networkInterfaces } from 'node:os'
import { isLoopback } from './loopback.ts'
import type { Context } from './route.ts'

type Reached = Pick<Context, 'app' | 'request'>

/**
 * The address by which the caller reached the server, so that media and uploads have the page's origin. Uses the
 * configured address if it has the same host: a proxy may hide the protocol.
 */
export function reachedAt({ app, request }: Reached): string {
  const { url } = app.config
  if (url !== null && new URL(url).host === request.host) return url
  return `${request.protocol}://${request.host}`
}

/** Whether a host name belongs to this machine: the Host header of a request can be any name. */
function isOwnName(name: string): boolean {
  return (
    isLoopback(name) ||
    name.endsWith('.localhost') ||
    name === hostname() ||
    Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === name))
  )
}

/**
 * The address for links in mails. In server mode the configured one, otherwise that of the request if its host is this
 * machine. A foreign host name never gets into a mail: the link would send the reader's token there.
 */
export function publicAddress(context: Reached): string {
  const { app, request } = context
  if (app.config.url !== null) return app.config.url
  if (isOwnName(request.hostname.replaceAll(/[[\]]/g, ''))) return reachedAt(context)
  return `http://localhost:${request.socket.localPort ?? app.config.port}`
}
