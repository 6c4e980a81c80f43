import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DialectParts } from '../dialect.ts'
import type { State } from './entries.ts'
import type { Objects } from './objects.ts'

/** What the routes of the surface have in common. */
export interface Surface {
  app: FastifyInstance
  parts: DialectParts
  state: State
  objects: Objects
  /** The account whose key a request carries; null for none. */
  accountOf: (request: FastifyRequest) => string | null
}
