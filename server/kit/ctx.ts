import type { Logger } from 'pino'
import type { Flags, Role, RuleName } from '#contract/access.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { Db, Scope, Transaction } from './db.ts'
import type { Enqueue } from './new-job.ts'
import type { MessageLanguage } from '#contract/messages.ts'
import type { Mail } from './mail.ts'
import type { PasswordHasher } from './password.ts'
import type { Recent } from './recent.ts'
import type { MasterKey } from './seal.ts'
import type { Sms } from './sms.ts'
import type { Provider } from '#server/providers/provider.ts'

/** A merchant and environment: where a handler reads and writes. */
export interface Owner {
  merchantId: string
  environment: Environment
}

/** What a feature gets: the transaction, its scope, the time, and who asks. It never commits. */
export interface Ctx {
  db: Db
  /** Plain SQL in the same transaction; for the kit and the ledger. */
  tx: Transaction
  scope: Scope
  /** The one merchant that this request is about. */
  owner: Owner
  /** The merchants that a master asks about at once, by a call's twin; null in every other request. */
  merchants: readonly string[] | null
  /** The time of the request; nothing inside reads the clock. */
  now: Date
  requestId: string
  actor: Actor
  /** The signed-in user; null for a merchant's server, a shopper, a provider and the system. */
  user: User | null
  client: Client
  house: House
  /** A job in this transaction: it exists if and only if the change does. */
  enqueue: Enqueue
  /**
   * The same transaction as another merchant, from here on: for a request or job that has proved whose it is, or that
   * makes the merchant.
   */
  enter(owner: Owner, actor?: Actor): Promise<Ctx>
  /** The same, with something told otherwise: who acts, when, or about whom. Not spread: `db` would be missing. */
  with(changes: Partial<Pick<Ctx, 'actor' | 'client' | 'now' | 'owner' | 'requestId'>>): Ctx
  /** Names the object for the audit row, and what was changed of it. */
  about(objectRef: string, changes?: Changes): void
}

/** What an act changed, by field. */
export type Changes = Record<string, { before: string | boolean; after: string | boolean }>

export interface Client {
  address: string
  userAgent: string
  /** The one to write to this person in. */
  language: MessageLanguage
}
/** Who did it, as timelines and the audit log name them. */
export interface Actor {
  kind: 'user' | 'server' | 'shopper' | 'provider' | 'system'
  id: string | null
  name: string
}

/** The facts of a live session, read from the database with every request. */
export interface User {
  sessionId: string
  environment: Environment
  subUserId: string
  name: string
  email: string
  emailVerified: boolean
  /** Has a second factor, which is asked for at each sign-in. */
  twoStep: boolean
  /** The merchant wants each of its users to have one. */
  twoStepRequired: boolean
  /** What the user may act by: their own, or while they view the console as others, those. */
  roles: Role[]
  /** The roles that they view the console as; null when they do not. */
  viewingAs: Role[] | null
  flags: Flags
  merchantId: string
  merchantKey: string
  merchantName: string
  kind: string
  country: string
  currency: string
  timeZone: string
  permissions: RuleName[]
  /** Seconds since the password or a second factor was last given in this session. */
  provedSecondsAgo: number
}

/** What outlives a request: configuration and the kit's own parts. */
export interface House {
  /** Builds every link; from configuration, never from a header. */
  publicUrl: string
  /** Where providers on this machine reach the API with call-backs. */
  callbackUrl: string
  /** Where the shopper's browser takes the card; the simulator's address. */
  simulatorUrl: string
  simulatorPublishableKey: string
  allowLoopbackWebhooks: boolean
  /** Where tickets are mailed to; null: whoever runs this looks them up. */
  supportEmail: string | null
  /** Whether anybody may register a merchant. */
  registrationOpen: boolean
  /** Where an owned merchant is, unless its master says otherwise: ISO 3166-1 alpha-2. */
  ownedCountry: string
  /** Whether a master decides on the KYC of its merchants; else only the operator does. */
  mastersReviewKyc: boolean
  master: MasterKey
  passwords: PasswordHasher
  /** Whose the links are that were made or asked for here last, by their references. */
  linkOwners: Recent<Owner>
  /** Null: mails rest in the outbox. */
  mail: Mail | null
  /** Null: short messages rest in the outbox. */
  sms: Sms | null
  /** The adapter of a channel's provider, with the channel's credentials. */
  provider(name: string, credentials: Record<string, string>): Provider
  log: Logger
}
