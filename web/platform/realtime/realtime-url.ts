import type { CallResult } from '../call-types.ts'

type Settings = CallResult<'getClientConfig'>['realtime']

/** Address of the socket: at the page's own server, at another host, or at a cluster of a hosted service. */
export function realtimeUrl(
  { key, host, port, tls, cluster }: Settings,
  page: Pick<Location, 'hostname' | 'port' | 'protocol'>,
): string {
  const path = `/app/${key}?protocol=7&client=kaiwa&version=1`
  if (cluster !== null) return `wss://ws-${cluster}.pusher.com${path}`
  const isSecure = host === null ? page.protocol === 'https:' : tls
  const ownPort = port ?? (Number(page.port) || (isSecure ? 443 : 80))
  return `${isSecure ? 'wss' : 'ws'}://${host ?? page.hostname}:${ownPort}${path}`
}
