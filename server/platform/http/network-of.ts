import { isIPv6 } from 'node:net'

/**
 * The network that counts as one caller: the address itself, or the /64 network of an IPv6 address, because a client
 * usually has all addresses of it.
 */
export const networkOf = (address: string): string => {
  if (!isIPv6(address) || /^::ffff:/i.test(address)) return address.replace(/^::ffff:/i, '')
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const groups = [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right]
  return `${groups.slice(0, 4).join(':')}::/64`
}
