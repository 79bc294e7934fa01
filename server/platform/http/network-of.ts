import { isIPv6 } from 'node:net'

/** Who calls, as far as an address tells: whoever has one IPv6 address has a whole network of them (→ `…::/64`). */
export const networkOf = (address: string): string => {
  if (!isIPv6(address) || /^::ffff:/i.test(address)) return address.replace(/^::ffff:/i, '')
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const groups = [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right]
  return `${groups.slice(0, 4).join(':')}::/64`
}
