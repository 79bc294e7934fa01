import ipaddr from 'ipaddr.js'

/**
 * The network that counts as one caller: the address itself, or the /64 network of an IPv6 address, because a client
 * usually has all addresses of it. Text that is not an address is returned unchanged.
 */
export function networkOf(address: string): string {
  const [withoutZone = ''] = address.split('%')
  if (!ipaddr.isValid(withoutZone)) return address
  const parsed = ipaddr.process(withoutZone)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
