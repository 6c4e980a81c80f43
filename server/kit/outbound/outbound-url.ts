import { isIP } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './address.ts'

/**
 * Why a merchant's URL is refused, or null. Checked when it is saved and before each use; the addresses that its name
 * resolves to are checked when connecting.
 *
 * It must be https to a public host on port 80, 443 or above 1023, without user name. With `allowLoopback` (sandbox on
 * a developer's machine) plain http is allowed to localhost, 127.0.0.0/8 and [::1], and to nothing else.
 */
export function checkOutboundUrl(url: string, { allowLoopback }: { allowLoopback: boolean }): OutboundUrlFault | null {
  const authority = plainUrl.exec(url)?.[1]
  if (url.length > 2048 || unsafeCharacters.test(url) || !URL.canParse(url)) return 'malformed'
  const parsed = new URL(url)
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return 'scheme'
  if (!authority || authority.includes('%')) return 'malformed'
  if (authority.includes('@')) return 'userinfo'
  if (!allowedPort(parsed)) return 'port'
  const host = hostOf(parsed)
  if (allowLoopback && isLoopbackHost(host)) return isPlainlyWritten(host, authority) ? null : 'host'
  return hostFault(host, authority) ?? (parsed.protocol === 'http:' ? 'not_https' : null)
}

/**
 * `malformed`: no absolute URL in plain characters of at most 2048; `scheme`: neither http nor https; `host`: a name or
 * number form that no public host has; `address`: an address outside the public Internet.
 */
export type OutboundUrlFault = 'malformed' | 'scheme' | 'not_https' | 'userinfo' | 'port' | 'host' | 'address'

/** The host that a URL leads to, an IPv6 address without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1')

/** Whether a host is this machine by its form; a name that merely resolves there does not count. */
export const isLoopbackHost = (host: string): boolean => host === 'localhost' || isLoopbackAddress(host)

const plainUrl = /^https?:\/\/([^/?#]+)/i
/** URL parsers drop blanks and control characters differently, and some read a backslash as a slash. */
const unsafeCharacters = /[\p{Cc}\p{Cf}\p{Z}\\]/u

function hostFault(host: string, authority: string): OutboundUrlFault | null {
  if (isIP(host)) return !isPublicAddress(host) ? 'address' : isPlainlyWritten(host, authority) ? null : 'host'
  return host.includes('.') && host.length <= 253 && !localName.test(host) ? null : 'host'
}

/** An IPv4 address must be in dotted decimal notation, not in octal, hex, one number or fewer parts. */
const isPlainlyWritten = (host: string, authority: string) => isIP(host) !== 4 || authority.split(':')[0] === host

/** Names of local networks and machines, and any name with a trailing dot, which would evade comparison. */
const localName = /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|arpa|onion|)$/

const allowedPort = ({ port }: URL) => port === '' || port === '80' || port === '443' || Number(port) >= 1024
