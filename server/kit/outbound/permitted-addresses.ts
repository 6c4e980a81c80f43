import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './address.ts'
import { isLoopbackHost } from './outbound-url.ts'

/** Returns the addresses of a name. */
export type Resolve = (host: string) => Promise<string[]>

/**
 * The addresses of a host to which may be connected, and how many it has in all. Whoever connects to exactly these gains nothing by
 * rebinding a name. A host that is this machine by its form has only loopback addresses: the caller has allowed it before.
 */
export async function permittedAddresses(
  host: string,
  resolve: Resolve = resolveName,
): Promise<{ permitted: string[]; resolved: number }> {
  const resolved = isIP(host) ? [host] : await resolve(host).catch(() => [])
  const permitted = resolved.filter(isLoopbackHost(host) ? isLoopbackAddress : isPublicAddress)
  return { permitted, resolved: resolved.length }
}

/** Asks the name server directly: the system's resolver would let a slow one occupy the threads that hash passwords. */
export async function resolveName(host: string): Promise<string[]> {
  if (host === 'localhost') return ['127.0.0.1', '::1']
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

const resolver = new Resolver({ timeout: 1000, tries: 2 })
