import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * Whether an IP address is public, so that an untrusted URL may lead there. Everything else is refused: private,
 * loopback, link-local (cloud metadata), shared, multicast and reserved ranges, and IPv6 forms that embed an IPv4
 * address (mapped, NAT64, 6to4, Teredo), because their target depends on the network. Sources: the IANA special-purpose
 * address registries.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved4.check(address)
  return (
    isIPv6(address) && !address.includes('%') && global6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6')
  )
}

/** Whether an address in plain notation is a loopback address: 127.0.0.0/8 or ::1. */
export const isLoopbackAddress = (address: string): boolean =>
  isIPv4(address) ? loopback4.check(address) : address === '::1'

const subnets = (family: 'ipv4' | 'ipv6', ranges: string) => {
  const list = new BlockList()
  for (const range of ranges.split(/\s+/)) {
    const [network = '', prefix] = range.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}

const loopback4 = subnets('ipv4', '127.0.0.0/8')

/** 168.63.129.16 lies in a public range, but is the metadata service of one cloud. */
const reserved4 = subnets(
  'ipv4',
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
   192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`,
)

/** The only IPv6 range of global unicast, and the reserved ranges within it. */
const global6 = subnets('ipv6', '2000::/3')
const reserved6 = subnets('ipv6', '2001::/23 2001:db8::/32 2002::/16 3fff::/20')
