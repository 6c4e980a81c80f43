import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider, type Configuration } from 'oidc-provider'

/** A client of the provider, as its administrator would register it. */
export interface ProviderClient {
  clientId: string
  clientSecret: string
  redirectUri: string
  logoutUri: string
}
/** The claims of the provider about a user who signs in by this name; it accepts any password. */
export type ProviderPeople = Record<string, { email?: string; email_verified?: boolean; name?: string }>

/** A real OpenID provider from npm on this machine, with its own pages for signing in. It insists on PKCE. */
export async function openProvider(clients: ProviderClient[], people: ProviderPeople) {
  const server = createServer((request, response) => handle?.(request, response))
  let handle: ReturnType<Provider['callback']> | null = null
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: clients.map((client) => ({
      client_id: client.clientId,
      client_secret: client.clientSecret,
      redirect_uris: [client.redirectUri],
      post_logout_redirect_uris: [client.logoutUri],
      grant_types: ['authorization_code'],
      response_types: ['code'],
    })),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a test'] },
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    pkce: { required: () => true },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
  } satisfies Configuration)
  // What it says of being a test is not news here.
  handle = provider.callback()
  return {
    issuer,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
