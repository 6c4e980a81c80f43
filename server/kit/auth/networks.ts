import { BlockList, isIP } from 'node:net'

/** The canonical text of an address or network (`203.0.113.0/24`, `2001:db8::/32`); null for any other text. */
export function networkOf(text: string): string | null {
  const [address = '', prefix, ...more] = text.trim().toLowerCase().split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0 || address.includes('%') || address.startsWith('::ffff:')) return null
  const most = family === 4 ? 32 : 128
  if (prefix === undefined) return `${address}/${most}`
  return /^(0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= most ? `${address}/${prefix}` : null
}

/** Whether an address is in one of the networks. An IPv4 address that is written as an IPv6 one counts as IPv4. */
export function isWithin(networks: readonly string[], address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const family = isIP(plain)
  if (family === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', prefix] = network.split('/')
    list.addSubnet(base, Number(prefix), isIP(base) === 4 ? 'ipv4' : 'ipv6')
  }
  return list.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}
