import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Says nothing and guards nothing: it only has to be another on every node and after every start. */
const run = randomBytes(6).toString('base64url')
let requests = 0

/**
 * Names requests: as a trusted proxy has named them in `X-Request-Id`, which is how its log and ours are matched; anybody
 * else's name is not taken, and gets one of ours.
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

/** Nothing that could be more than a name in a log or a header. */
const form = /^[\w.:-]{8,64}$/
