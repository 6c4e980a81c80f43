import { limits } from '#contract/limits.ts'

/**
 * How long the server waits for anything, and how much of it at once; the unit is in the name. docs/operations.md tells
 * operators the same, and a test holds the two together.
 */
export const timeOuts = {
  /** From a connection's first byte until all headers are there. */
  headersMs: 5_000,
  /** Until the whole request is there. */
  requestMs: 15_000,
  /** The same for an upload. */
  uploadMs: limits.uploadTimeoutMs,
  /** How often connections are looked over for the two above. */
  slowCheckMs: 1_000,
  /** For a connection that says nothing at all. */
  connectionMs: 30_000,
  /** Longer than a proxy's 60 s, so that the proxy closes first. */
  keepAliveMs: 65_000,
  /** Until a request has its answer; then 503, and what it would have done is not committed. */
  answerMs: limits.requestTimeoutMs,

  poolConnections: 10,
  /** For a connection of the pool, or for a new one to be opened. */
  poolWaitMs: 2_000,
  /** A connection of which nobody has need is closed after it; a new one has to sign in, and makes all its plans anew. */
  poolIdleMs: 300_000,
  /** After so long without an answer nobody else is sent the same way. */
  stuckMs: 25,
  /** For the answer to one statement. */
  queryMs: 4_500,
  /** For all statements of a request's transaction together. */
  requestQueriesMs: 4_000,
  /** Of a request's later statements, when what came before has used that up. */
  queryLeastMs: 500,
  statementMs: 4_000,
  /** The same for the pieces of an export, and for the whole of it. */
  exportStatementMs: 24_000,
  exportMs: 600_000,
  lockMs: 1_000,
  idleInTransactionMs: 10_000,
  /** PostgreSQL 17 and newer. */
  transactionMs: 10_000,

  /** Requests are turned away with 503 while the event loop is later than this, by the mean of half a second. */
  shedEventLoopMs: 200,
  /** Or while somebody has waited so long for a connection to the database. */
  shedPoolWaitMs: 500,
  /** Money calls are turned away last, at so many times the above. */
  shedMoneyTimes: 3,

  /** A process whose event loop is later than this is not ready; well before, it has turned requests away. */
  unreadyEventLoopMs: 1_000,
  /** For the look at the database that readiness takes. */
  readyMs: 1_500,

  /** From not being ready to not accepting, so that proxies have noticed; with `--role api`. */
  noticeMs: 2_000,
  /** For the requests under way when it stops accepting; then their connections are cut. */
  drainMs: 6_500,
  /** For all of stopping. */
  stopMs: 9_700,

  passwordsAtOnce: 2,
  passwordsWaiting: 20,
} as const
