import { limits } from '#contract/limits.ts'

/**
 * All time limits of the server, with some limits of concurrency; the name ends with the unit. docs/operations.md lists
 * them for operators, and a test compares the two.
 */
export const timeouts = {
  /** From the first byte of a connection to the end of the headers. */
  headersMs: 5_000,
  /** To the end of the request body. */
  requestMs: 15_000,
  /** To the end of the body of an upload. */
  uploadMs: limits.uploadTimeoutMs,
  /** The interval at which the two limits above are checked. */
  slowCheckMs: 1_000,
  /** For a connection without any traffic. */
  connectionMs: 30_000,
  /** Longer than the usual 60 s of a proxy, so that the proxy closes first. */
  keepAliveMs: 65_000,
  /** For the answer to a request. After that it gets 503, and its transaction is not committed. */
  answerMs: limits.requestTimeoutMs,

  poolConnections: 10,
  /** For a free connection of the pool, or for opening a new one. */
  poolWaitMs: 2_000,
  /** For an idle connection before it is closed. A new one has to authenticate and plan its statements anew. */
  poolIdleMs: 300_000,
  /** A shared connection or look-up without an answer for this long takes no further statements. */
  stuckMs: 25,
  /** For the answer to one statement. */
  queryMs: 4_500,
  /** For all statements of one request's transaction together. */
  requestQueriesMs: 4_000,
  /** For a later statement of a request when earlier ones have used up that time. */
  queryLeastMs: 500,
  statementMs: 4_000,
  /** For each statement of an export, and (`exportMs`) for its whole transaction. */
  exportStatementMs: 24_000,
  exportMs: 600_000,
  /** For each statement that loads a file of reconciliation: a comparison of millions of rows is one. */
  loadStatementMs: 600_000,
  lockMs: 1_000,
  idleInTransactionMs: 10_000,
  /** For a whole transaction; from PostgreSQL 17 on. */
  transactionMs: 10_000,

  /** Load shedding in an overload: 503 while the mean event-loop delay of the last half second exceeds this. */
  shedEventLoopMs: 200,
  /** Load shedding in an overload: 503 while a request has waited this long for a connection to the database. */
  shedPoolWaitMs: 500,
  /** An overload begins when one of the two limits above has been exceeded for this long without a break. */
  shedAfterMs: 2_000,
  /** An overload ends when neither has been exceeded for this long. */
  shedCalmMs: 5_000,
  /** With more requests waiting for a connection than this, load shedding answers 503 at once. */
  shedPoolWaiting: 300,
  /** Money calls are shed last: at this multiple of the limits above. */
  shedMoneyTimes: 3,

  /** A process with a longer event-loop delay is not ready; load shedding has begun well before. */
  unreadyEventLoopMs: 1_000,
  /** For the database check of readiness. */
  readyMs: 1_500,

  /** From not being ready to not accepting connections, so that proxies notice; with `--role api`. */
  noticeMs: 2_000,
  /** For the running requests after the server stops accepting; then their connections are closed. */
  drainMs: 6_500,
  /** For the whole shutdown. */
  stopMs: 9_700,

  /** Requests about one object that lock the same row, let into the database of each process at once. */
  turnsAtOnce: 2,
  passwordsAtOnce: 2,
  passwordsWaiting: 20,
} as const
