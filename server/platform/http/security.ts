import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Config } from '../config.ts'

/** `https://ws.example` → `wss://ws.example`. */
function socketAddress(url: string): string {
  return url.replace(/^http/, 'ws')
}

/**
 * Default policy of every answer: its own origin only. Inline styles are allowed because the component library sets
 * sizes with them. Images, media and workers may be blobs, for the audio worklet.
 */
function directives(config: Config) {
  const pusher = config.pusher
  const sockets = [
    ...(pusher?.clientUrl ? [socketAddress(pusher.clientUrl)] : []),
    ...(pusher?.cluster ? [`wss://ws-${pusher.cluster}.pusher.com`] : []),
  ]
  return {
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
    ...(isHttps(config) ? { upgradeInsecureRequests: [] } : {}),
  }
}

function isHttps({ url }: Config): boolean {
  return url?.startsWith('https://') ?? false
}

/**
 * The stricter policy of the page: only scripts with the nonce of the answer run, and scripts that these load. Text
 * becomes a script or an element only through the page's single Trusted Types policy (`web/public/first.js`).
 */
export function pagePolicy(config: Config): (nonce: string) => string {
  const parts = {
    ...directives(config),
    scriptSrc: ["'self'", "'nonce-{}'", "'strict-dynamic'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['default'],
  }
  const text = Object.entries(parts)
    .map(([name, values]) => [name.replaceAll(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`), ...values].join(' '))
    .join('; ')
  return (nonce) => text.replace('{}', nonce)
}

/** Headers of every answer. They never differ, so they are composed once. */
export function securityHeaders(config: Config): Record<string, string> {
  const compose = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directives(config) },
    strictTransportSecurity: isHttps(config) ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  })
  const request = new IncomingMessage(new Socket())
  const answer = new ServerResponse(request)
  compose(request, answer, (error?: unknown) => {
    if (error) throw error
  })
  return { ...answer.getHeaders() } as Record<string, string>
}
