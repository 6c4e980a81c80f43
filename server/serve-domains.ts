import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/contract.ts'
import * as domains from './domains.ts'
import type { Domain, RouteParts } from './kit/domain.ts'
import type { Handlers } from './kit/handler.ts'
import { serve } from './kit/http/serve.ts'

type Contract = typeof contract
/** A compile-time check: every domain of the contract is on the server, with a handler for each call and no other. */
const checked: { [K in keyof Contract]: { handlers: Handlers<Contract[K]> } } & {
  [K in Exclude<keyof typeof domains, keyof Contract>]: Domain & { handlers?: never }
} = domains

/** Registers the calls of every domain, and its other routes. */
export async function serveDomains(app: FastifyInstance, parts: RouteParts): Promise<void> {
  for (const [name, declarations] of Object.entries<object>(contract))
    serve(app, declarations, checked[name as keyof Contract].handlers, parts)
  for (const { routes } of Object.values<Domain>(domains)) await routes?.(app, parts)
}
