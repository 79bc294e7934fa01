import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from '../config.ts'

/** `https://ws.example` → `wss://ws.example`. */
const socketAddress = (url: string): string => url.replace(/^http/, 'ws')

/**
 * Headers of every answer. The page may run its own scripts only; inline styles are allowed because the component
 * library sizes things with them. Pictures and sound may be blobs, the audio worklet and workers too.
 */
export const helmetOptions = (config: Config): FastifyHelmetOptions => {
  const pusher = config.pusher
  const sockets = [
    ...(pusher?.clientUrl ? [socketAddress(pusher.clientUrl), pusher.clientUrl] : []),
    ...(pusher?.cluster
      ? [`wss://ws-${pusher.cluster}.pusher.com`, `https://sockjs-${pusher.cluster}.pusher.com`]
      : []),
  ]
  const isHttps = config.url?.startsWith('https://') ?? false
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'", 'data:'],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", ...sockets],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        frameSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  }
}
