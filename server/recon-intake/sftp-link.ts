import { checkOutboundUrl } from '#server/kit/outbound/outbound-url.ts'

/** Where an SFTP server's files lie. */
export interface SftpPlace {
  host: string
  port: number
  /** Absolute, or from the user's home; empty for the home itself. */
  folder: string
}

/** Why an address of a server is refused, a key of the console's field reasons. */
export type SftpLinkFault = 'not_a_url' | 'refused_address' | 'not_a_port'

/**
 * Reads `sftp://host:port/folder`, or the same without `sftp://`. The outbound rule holds for its host, at any port that is 22 or not
 * reserved. A user or password in it is refused: they have fields of their own.
 */
export function readSftpLink(link: string, { allowLoopback }: { allowLoopback: boolean }): SftpPlace | SftpLinkFault {
  const [, authority = '', path = ''] = /^(?:sftp:\/\/)?([^/]+)(\/.*)?$/i.exec(link.trim()) ?? []
  const [, given = '', digits] = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(authority) ?? []
  if (given === '') return 'not_a_url'
  const port = digits === undefined ? 22 : Number(digits)
  if (!(port === 22 || (port >= 1024 && port <= 65_535))) return 'not_a_port'
  const fault = checkOutboundUrl(`https://${given.toLowerCase()}/`, { allowLoopback })
  if (fault) return fault === 'malformed' || fault === 'userinfo' ? 'not_a_url' : 'refused_address'
  const segments = path.split('/').slice(1)
  if (segments.some((segment) => segment === '..' || segment === '.')) return 'not_a_url'
  return { host: given.toLowerCase().replace(/^\[(.*)\]$/, '$1'), port, folder: path.replace(/\/+$/, '') }
}

/** The same place as a link; empty without a host. */
export const linkOf = ({ host, port, folder }: SftpPlace): string =>
  host === '' ? '' : `sftp://${host.includes(':') ? `[${host}]` : host}${port === 22 ? '' : `:${port}`}${folder}`
