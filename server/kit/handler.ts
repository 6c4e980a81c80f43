import type { Call, CallSpec, Input, Output } from '#contract/kit/call.ts'
import type { Client, Ctx, House, Owner, User } from './ctx.ts'
import type { Database, Transaction } from './db.ts'
import type { ExportOf } from './export-of.ts'
import type { ServerReader } from './merchant-server.ts'
import type { Enqueue } from './new-job.ts'
import type { Turnstile } from './turnstile.ts'
import type { SessionReader } from './who.ts'

/** What a feature writes for a call: everything around it is the gate's. */
export type Handler<C extends CallSpec> = C['answer']['form'] extends 'spreadsheet'
  ? ExportOf<Input<C>['body']>
  : Handle<C> | Prepared<C, unknown>
type Handle<C extends CallSpec> = (ctx: Ctx, input: Input<C>, http: Http) => Promise<Output<C>>
/** A call that has slow work to do first (hashing a password), which must not hold a connection to the database. */
interface Prepared<C extends CallSpec, P> {
  prepare(before: Before, input: Input<C>, http: Http): Promise<P>
  handle(ctx: Ctx, input: Input<C>, http: Http, prepared: P): Promise<Output<C>>
}
/** Ties what `prepare` finds to what `handle` gets. */
export const prepared = <C extends CallSpec, P>(_call: C, parts: Prepared<C, P>): Prepared<C, unknown> =>
  parts as Prepared<C, unknown>
/** What there is before the request's transaction. */
export interface Before {
  house: House
  user: User | null
  client: Client
  now: Date
  /** Puts jobs into such a transaction, on behalf of the request. */
  enqueueIn(tx: Transaction, owner: Owner): Enqueue
  /** A short transaction of its own that sees no merchant's rows. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** The same about a merchant that is known already: what it does stays done, even when the call then fails. */
  apart<T>(owner: Owner, work: (ctx: Ctx) => Promise<T>): Promise<T>
}
/** The little of HTTP that signing in needs: its cookies. */
export interface Http {
  cookie: string | undefined
  setCookie(value: string, maxAgeSeconds: number): void
  /** The cookie of a browser that greets its user. */
  remembered: string | undefined
  setRemembered(value: string, maxAgeSeconds: number): void
  /** The cookie by which a browser is known again; it opens nothing. */
  device: string | undefined
  setDevice(value: string, maxAgeSeconds: number): void
  /** The cookie that a single sign-on is held to; it opens nothing. */
  sso: string | undefined
  setSso(value: string, maxAgeSeconds: number): void
}

/** One handler for every call of a domain's contract; a missing or a surplus one does not compile. */
export type Handlers<Domain> = {
  [K in keyof Domain as Domain[K] extends Call ? K : never]: Domain[K] extends Call ? Handler<Domain[K]> : never
}

/** What the gate needs to serve any call. */
export interface ServeParts {
  house: House
  database: Database
  /** For exports alone: few connections, and statements that may take their time. */
  exports: Database
  /** Looks up who a token is of. */
  sessions: SessionReader
  now: () => Date
  /** Reads who a merchant's server is. */
  servers: ServerReader
  /** Lets a few uploads through at a time. */
  uploads: Turnstile
  /** Finds the merchant and environment of a public reference, for shoppers' calls. */
  ownerOfLink(ref: string): Promise<Owner | null>
}
