import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** A random prefix that makes ids of different nodes and starts differ; it is no secret. */
const run = randomBytes(6).toString('base64url')
let requests = 0

/**
 * Names requests. `X-Request-Id` of a trusted proxy is taken over, so that its log and ours can be matched; a request
 * from any other address gets a new id.
 * @param trustProxy addresses and networks.
 */
export function requestNamer(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const trusted = new BlockList()
  for (const network of trustProxy) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    trusted.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    if (trustProxy.length > 0 && typeof given === 'string' && form.test(given) && isTrusted(socket.remoteAddress))
      return given
    return `${run}${(++requests).toString(36)}`
  }

  function isTrusted(address = ''): boolean {
    const plain = address.replace(/^::ffff:/, '')
    const version = isIP(plain)
    return version !== 0 && trusted.check(plain, version === 6 ? 'ipv6' : 'ipv4')
  }
}

/** The accepted form, which is safe in a log line and in a header. */
const form = /^[\w.:-]{8,64}$/
