import type { Compilable } from 'kysely'
import type { Logger } from 'pino'
import type { Flags, Role, RuleName } from '#contract/access.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { AppendOnly, Appended } from './db/append.ts'
import type { Change, Db, Scope, Transaction } from './db/db.ts'
import type { Own } from './db/own.ts'
import type { Enqueue } from './jobs/new-job.ts'
import type { Language } from '#i18n/languages.ts'
import type { ExportSource } from './http/export-source.ts'
import type { FileSource } from './files/file-source.ts'
import type { CredentialSource } from './outbound/credential-source.ts'
import type { Mail } from './outbound/mail.ts'
import type { PasswordHasher } from './auth/password.ts'
import type { ChangedObjects } from './process/changed-objects.ts'
import type { RateLimit } from './http/rate-limit.ts'
import type { CountryOf } from './process/countries.ts'
import type { Lru } from './process/lru.ts'
import type { MasterKey } from './secrets/seal.ts'
import type { Sms } from './outbound/sms.ts'
import type { FoundPayable, Payable, PayableRef } from '#server/payables/payable.ts'
import type { Provider, ReceivesCallbacks } from '#server/providers/provider.ts'

/** A merchant and environment: where a handler reads and writes. */
export interface Owner {
  merchantId: string
  environment: Environment
}

/**
 * The context of one transaction, passed to every handler and job: the connection, the scope, the time and the actor.
 * The gate or the job runner commits; a handler never does.
 */
export interface Ctx {
  /** Queries that the caller awaits. They see everything that the transaction has written before them. */
  db: Db
  /** Queries limited to the rows of `owner`. */
  own: Own
  /**
   * Sends a change without waiting for its answer; the order of the statements is kept. When the change fails, the
   * commit fails with the fault of the violated constraint (`server/kit/http/constraint-faults.ts`).
   */
  write(change: Compilable | Change): void
  /**
   * Sends a change just before the commit or, when the call is refused, in a transaction of its own: for what is counted of refused
   * calls too.
   * Only in the call of a user or shopper.
   */
  evenIfRefused(change: Compilable | Change): void
  /** Inserts a row of `owner` into an append-only table. */
  append<T extends AppendOnly>(table: T, row: Appended<T>): void
  /** Runs `act` after a successful commit only; metrics use it. */
  afterCommit(act: () => void): void
  /** Plain SQL in the same transaction; `docs/requests.md` says when it is right. */
  tx: Transaction
  scope: Scope
  /** The one merchant and environment that this request is about. */
  owner: Owner
  /** The merchants of a call that a master makes about several of them; null in every other request. */
  merchants: readonly string[] | null
  /** The payable that the reference in the path of a shopper's call names; null in every other request. */
  payable: PayableRef | null
  /** The time of the request. Handlers use it and never read the clock. */
  now: Date
  /** The real time, also where `now` is that of a test clock: what is listed or counted by when it happened has it. */
  realNow: Date
  requestId: string
  actor: Actor
  /** The signed-in user; null for a merchant's server, a shopper, a provider and the system. */
  user: User | null
  client: Client
  services: Services
  /** Enqueues a job in this transaction: the job exists if and only if the transaction commits. */
  enqueue: Enqueue
  /**
   * The same transaction with another owner from here on. Only for a request or job that has proved which merchant it
   * belongs to, or that creates the merchant.
   */
  enter(owner: Owner, actor?: Actor): Promise<Ctx>
  /**
   * A copy of this context with some fields replaced. Spreading a context instead would lose `db`, which is a getter.
   */
  with(changes: Partial<Pick<Ctx, 'actor' | 'auditSubject' | 'client' | 'now' | 'owner' | 'requestId'>>): Ctx
  /** The same at the time of a test clock. */
  simulating(time: Date): Ctx
  /**
   * Sets the object of the audit row, and the fields that were changed. The row is in the log of the merchant that the request
   * is about, unless `log` names another that the context has entered: what is the user's own is in that of their merchant.
   */
  auditSubject(objectRef: string, changes?: Changes, log?: Owner): void
}

/** The values of each changed field before and after an act. */
export type Changes = Record<string, { before: string | boolean; after: string | boolean }>

export interface Client {
  address: string
  userAgent: string
  /** The language of mails and messages to this person. */
  language: Language
}
/** The author of an act, as timelines and the audit log name it. */
export interface Actor {
  kind: 'user' | 'server' | 'shopper' | 'provider' | 'system'
  id: string | null
  name: string
}

/** The user of a live session, read from the database with every request. */
export interface User {
  sessionId: string
  environment: Environment
  subUserId: string
  name: string
  email: string
  emailVerified: boolean
  /** The user has a second factor, which every sign-in requires. */
  twoStep: boolean
  /** The merchant requires a second factor of every user. */
  twoStepRequired: boolean
  /** The roles in force: the user's own, or those of `viewingAs`. */
  roles: Role[]
  /** The roles that the user views the console as; null when the user does not. */
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
  /** Seconds since the user last proved the password or a second factor in this session. */
  provedSecondsAgo: number
}

/** Configuration and shared parts that live as long as the process. */
export interface Services {
  /** The origin of every link. It comes from configuration, never from a request header. */
  publicUrl: string
  /** The address at which providers on this machine deliver call-backs. */
  callbackUrl: string
  allowLoopbackWebhooks: boolean
  /** The addresses from which this installation calls others, as its operator names them. */
  egressAddresses: readonly string[]
  /** By the operator's table; null without one. */
  countryOf: CountryOf | null
  /** Counts the calls of each merchant's servers at this process. */
  serverCalls: RateLimit
  /** The address that receives tickets by mail; null when operators read them with `npm run support`. */
  supportEmail: string | null
  /** Whether registration is open; otherwise only the holder of the set-up link can register a merchant. */
  registrationOpen: boolean
  /** Whether a new merchant gets a simulated channel for live mode too: only in a demo. */
  simulatedLive: boolean
  /** Whether this installation shows its messages at `/sandbox/outbox`. */
  outbox: boolean
  /** The password of the demo's users, where the sign-in may show it: on a demo that other machines cannot reach. */
  demoPassword: string | null
  /** The addresses of the operator's terms and privacy notice; null where there are none. */
  legal: { terms: string | null; privacy: string | null }
  /** The country of an owned merchant, unless its master states another: ISO 3166-1 alpha-2. */
  ownedCountry: string
  /** For so many years the originals of reconciliation are kept. */
  reconKeepYears: number
  /** Whether a master decides on the KYC of its merchants; otherwise only the operator does. */
  mastersReviewKyc: boolean
  master: MasterKey
  passwords: PasswordHasher
  /** Every kind of object that an attempt can pay, such as a payment link; each kind once. */
  payables: readonly Payable[]
  /** What takes providers' call-backs about payouts and deposits. */
  callbackReceivers: ReceivesCallbacks
  /** Every kind of file that a mail can carry; each kind once. */
  files: readonly FileSource[]
  /** The exports of lists that a job can prepare, by the name of their call. */
  exports: ReadonlyMap<string, ExportSource>
  /** The owners of recently created or requested payables, by reference. */
  payableOwners: Lru<FoundPayable>
  /** The objects that open consoles will hear of. */
  changes: ChangedObjects
  /** How long a call waits for a provider's first word about a payment that it began. */
  firstWordMs: number
  /** Null when no mail server is set: mails stay in the outbox. */
  mail: Mail | null
  /** Null when no SMS provider is set: short messages stay in the outbox. */
  sms: Sms | null
  /** Null when no system is set from which channels are imported. */
  credentialSource: CredentialSource | null
  /** The adapter of a channel's provider, with the channel's credentials and environment. */
  provider(name: string, credentials: Record<string, string>, environment: Environment): Provider
  /** The names of the adapters of this installation, and of those whose provider is simulated. */
  providers: readonly string[]
  localProviders: readonly string[]
  log: Logger
}
