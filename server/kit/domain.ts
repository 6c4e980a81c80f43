import type { FastifyInstance } from 'fastify'
import type { Payable } from '#server/payables/payable.ts'
import type { ReceivesCallbacks } from '#server/providers/provider.ts'
import type { FileSource } from './files/file-source.ts'
import type { ServeParts } from './handler.ts'

/** The parts that a domain of the server exports; `server/domains.ts` lists every domain. */
export interface Domain {
  /** One handler for each call of the domain's contract; `server/serve-domains.ts` checks this at compile time. */
  handlers?: object
  /** The jobs of the domain; the workers run no others. */
  jobs?: readonly { name: string }[]
  /** The kinds of payable that the domain defines. */
  payables?: readonly Payable[]
  /** The kinds of file that the domain has or makes, by which mails attach them. */
  files?: readonly FileSource[]
  /** Takes providers' call-backs about payouts or deposits; each kind is taken by one domain. */
  callbacks?: ReceivesCallbacks
  /** Adds routes that are not calls of the contract, such as pages and call-backs. */
  routes?(app: FastifyInstance, parts: RouteParts): void | Promise<void>
}

/** The parts that such routes may need beside those of calls. */
export interface RouteParts extends ServeParts {
  /** The connection string of the application's role, for listeners to PostgreSQL's NOTIFY. */
  databaseUrl: string
  /** Whether `/sandbox/outbox` shows the messages that were not sent. */
  outbox: boolean
}
