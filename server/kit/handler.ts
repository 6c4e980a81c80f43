import type { Call, CallSpec, Input, Output } from '#contract/kit/call.ts'
import type { Client, Ctx, Services, Owner, User } from './ctx.ts'
import type { Database, Transaction } from './db/db.ts'
import type { ArchiveOf } from './http/archive-file.ts'
import type { ExportOf, FindExport } from './http/export-of.ts'
import type { StoredOf } from './http/stored-file.ts'
import type { ServerReader, SignerReader } from './auth/merchant-server.ts'
import type { Enqueue } from './jobs/new-job.ts'
import type { ConcurrencyLimit } from '#server/kit/process/concurrency-limit.ts'
import type { FoundPayable } from '#server/payables/payable.ts'
import type { SessionReader } from './auth/session-lookup.ts'

/** The function that a domain writes for one call. The gate does everything around it. */
export type Handler<C extends CallSpec> = C['answer']['form'] extends 'spreadsheet'
  ? ExportOf<Input<C>['body']> | FindExport<C>
  : C['answer']['form'] extends 'archive'
    ? ArchiveOf<C>
    : C['answer']['form'] extends 'stored'
      ? StoredOf<C>
      : Handle<C> | Prepared<C, unknown> | Completed<C> | (Prepared<C, unknown> & Completed<C>)
type Handle<C extends CallSpec> = (ctx: Ctx, input: Input<C>, http: Http) => Promise<Output<C>>
/** A handler whose slow part (hashing a password) runs first, without a database connection. */
interface Prepared<C extends CallSpec, P> {
  prepare(before: Before, input: Input<C>, http: Http): Promise<P>
  handle(ctx: Ctx, input: Input<C>, http: Http, prepared: P): Promise<Output<C>>
}
/**
 * A handler whose answer says more than the transaction knows: `complete` runs after the commit, and may wait. A repeated request
 * gets the answer of the transaction completed anew.
 */
interface Completed<C extends CallSpec> {
  handle: Handle<C>
  complete(before: Before, answer: Output<C>): Promise<Output<C>>
}
export const completed = <C extends CallSpec>(_call: C, parts: Completed<C>): Completed<C> => parts
/** Both: what is slow before the transaction, and what is slow after it. */
export const preparedAndCompleted = <C extends CallSpec, P>(
  _call: C,
  parts: Prepared<C, P> & Pick<Completed<C>, 'complete'>,
): Prepared<C, unknown> & Completed<C> => parts as Prepared<C, unknown> & Completed<C>
/** Types the result of `prepare` as the argument of `handle`. */
export const prepared = <C extends CallSpec, P>(_call: C, parts: Prepared<C, P>): Prepared<C, unknown> =>
  parts as Prepared<C, unknown>
/** The services of a `prepare` step, before the request's transaction has begun. */
export interface Before {
  services: Services
  user: User | null
  /** The merchant and environment that the request is about; null in a public call. */
  owner: Owner | null
  client: Client
  now: Date
  /** Enqueues jobs in such a transaction, on behalf of the request. */
  enqueueIn(tx: Transaction, owner: Owner): Enqueue
  /** A short, separate transaction without a tenant: it sees no merchant's rows. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** A separate transaction about a known merchant. Its effects stay even when the call then fails. */
  apart<T>(owner: Owner, work: (ctx: Ctx) => Promise<T>): Promise<T>
}
/** The cookies that signing in reads and sets, and the key by which the request may be repeated, if it says one. */
export interface Http {
  idempotencyKey: string | null
  cookie: string | undefined
  setCookie(value: string, maxAgeSeconds: number): void
  /** The cookie of a browser that greets its returning user by name. */
  remembered: string | undefined
  setRemembered(value: string, maxAgeSeconds: number): void
  /** The cookie that recognises a known device; it grants nothing. */
  device: string | undefined
  setDevice(value: string, maxAgeSeconds: number): void
  /** The cookie that binds a single sign-on to its browser; it grants nothing. */
  sso: string | undefined
  setSso(value: string, maxAgeSeconds: number): void
  /** The cookie that binds a sign-in by passkey to its browser; it grants nothing. */
  passkey: string | undefined
  setPasskey(value: string, maxAgeSeconds: number): void
  /** The session of a customer for one subscription of theirs; it is sent along when a provider's page leads back. */
  manage: string | undefined
  setManage(value: string, maxAgeSeconds: number): void
}

/** One handler for every call of a domain's contract; a missing or a surplus handler does not compile. */
export type Handlers<Domain> = {
  [K in keyof Domain as Domain[K] extends Call ? K : never]: Domain[K] extends Call ? Handler<Domain[K]> : never
}

/** The parts with which the gate serves any call. */
export interface ServeParts {
  services: Services
  database: Database
  /** A separate database pool for exports: few connections and a longer statement time-out. */
  exports: Database
  /** Looks up the session of a token. */
  sessions: SessionReader
  now: () => Date
  /** Reads the merchant that a server token belongs to. */
  servers: ServerReader
  /** Reads the merchant of a request that a server has signed, and that brings no token. */
  signers: SignerReader
  /** Limits how many uploads run at once. */
  uploads: ConcurrencyLimit
  /** The treatment of a fault that its call does not declare: `answer` logs and answers it, `fail` answers `internal`. */
  undeclaredFaults: 'answer' | 'fail'
  /** Finds the payable of a public reference and its owner, for shoppers' calls. */
  findPayable(ref: string): Promise<FoundPayable | null>
}
