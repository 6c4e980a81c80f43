import { allowed, rules, type Flags, type Role, type RuleName } from '#contract/access.ts'
import { Fault } from '#contract/faults.ts'
import { mayGrant } from '#contract/grants.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { sessionEndErrors, type SessionEnd } from '#contract/session-ends.ts'
import type { User } from '#server/kit/ctx.ts'
import type { Database, Scope, Transaction } from '#server/kit/db/db.ts'
import { timeouts } from '#server/kit/timeouts.ts'
import { createLru } from '#server/kit/process/lru.ts'
import { isToken } from './merchant-hint.ts'
import { hashToken } from './token.ts'

/**
 * The session of a bearer token. The database confirms every request's session, so a logout or deactivation takes
 * effect at once on every node. The confirmation runs in parallel with the work: the gate starts with the facts of a
 * moment ago, and commits and answers only after {@link lookUpSession} has confirmed them. If they have changed, the
 * work is rolled back and repeated.
 */
export interface KnownSession {
  user: User
  /** The facts as the database returned them; equal texts mean the same user with the same rights. */
  facts: string
  /** The recorded last use of the session is old enough to be updated. */
  stale: boolean
}

interface SessionRow {
  token_hash: Buffer
  state: 'active' | 'locked' | 'ended'
  /** The facts as text; they are parsed only when the text has changed. */
  facts: string
  seen_ago: number
  proved_ago: number
}
interface Facts extends Record<string, unknown> {
  roles: Role[]
  /** The roles that the token was restricted to. */
  viewAs: Role[] | null
  environment: Environment
}

/** Reads the session of a token, or the reason why there is none. Unchanged facts of `known` are not parsed again. */
export async function lookUpSession(
  read: SessionReader,
  tokenHash: Buffer,
  known?: KnownSession,
): Promise<KnownSession> {
  const row = await read(tokenHash)
  if (!row || row.state === 'ended') throw sessionLost(row)
  if (row.state === 'locked') throw new Fault('sessionLocked')
  const user = row.facts === known?.facts ? known.user : userOf(JSON.parse(row.facts) as Facts)
  return {
    user: { ...user, provedSecondsAgo: row.proved_ago },
    facts: row.facts,
    stale: row.seen_ago > touchSeconds,
  }
}

/** The fault of a token without a session that goes on; its holder is told why the session ended. */
function sessionLost(row: SessionRow | undefined): Fault {
  const { end } = JSON.parse(row?.facts ?? '{}') as { end?: SessionEnd | null }
  return new Fault('sessionLost', end ? { errors: sessionEndErrors(end) } : {})
}

/** Looks up a token. Guarantee: the result was true at some moment after the call. */
export type SessionReader = (tokenHash: Buffer) => Promise<SessionRow | undefined>

/** Looks up inside a transaction, which sees its own changes. */
export function sessionLookupIn(tx: Transaction): SessionReader {
  return async (tokenHash) => (await findSessions(tx, [tokenHash]))[0]
}

/**
 * Looks up sessions for a whole process in batches: tokens that arrive during a look-up go into the next one together.
 * A single request is looked up at once, and under load each costs a fraction of a look-up. When a look-up hangs,
 * another one starts beside it.
 * @param database a separate pool of two connections, so that a request that holds a connection of the main pool never
 *   waits for that pool.
 */
export function batchedSessionLookup(database: Database): SessionReader {
  let asked = new Map<string, PromiseWithResolvers<SessionRow | undefined>>()
  const underWay = new Set<{ since: number }>()

  /** Whether a running look-up is responsive and the next one can take further tokens. */
  function moves(): boolean {
    const now = performance.now()
    for (const { since } of underWay) if (now - since < timeouts.stuckMs) return true
    return false
  }
  function begin(): void {
    if (asked.size > 0 && underWay.size < 2 && !moves()) void lookUp()
  }
  async function lookUp(): Promise<void> {
    const wanted = asked
    asked = new Map()
    const own = { since: performance.now() }
    underWay.add(own)
    try {
      const hashes = [...wanted.keys()].map((key) => Buffer.from(key, 'base64'))
      const rows = await database.transaction(null, (tx) => findSessions(tx, hashes), { readOnly: true })
      const found = new Map(rows.map((row) => [keyOf(row.token_hash), row]))
      for (const [key, { resolve }] of wanted) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of wanted.values()) reject(error)
      // Tokens that arrived meanwhile fail with the batch: they have waited as long for a database that does not
      // answer.
      if (performance.now() - own.since >= timeouts.shedPoolWaitMs) {
        for (const { reject } of asked.values()) reject(error)
        asked = new Map()
      }
    }
    underWay.delete(own)
    if (asked.size > 0 && moves()) setTimeout(begin, timeouts.stuckMs)
    else begin()
  }

  return (tokenHash) => {
    const key = keyOf(tokenHash)
    const answer = asked.get(key) ?? Promise.withResolvers<SessionRow | undefined>()
    asked.set(key, answer)
    begin()
    return answer.promise
  }
}

const findSessions = (tx: Transaction, tokenHashes: Buffer[]) =>
  tx.query<SessionRow>('select token_hash, state, facts, seen_ago, proved_ago from find_sessions($1)', [tokenHashes])

/** A session's last use is written at most once in this many seconds. */
const touchSeconds = 30

/** Records in the background that the session is in use; after a lost update, the next request records it. */
export function touchLater(database: Database, user: User, log: { warn(facts: object, text: string): void }): void {
  const scope: Scope = { merchantIds: [user.merchantId], environment: user.environment }
  database
    .transaction(scope, (tx) => touchSession(tx, user))
    .catch((error: unknown) => log.warn({ err: error }, 'session not touched'))
}

/** Restarts the idle time; a session beyond the idle limit stays locked. */
async function touchSession(tx: Transaction, user: User): Promise<void> {
  await tx.query(
    `update sessions set last_seen_at = statement_timestamp()
     where merchant_id = $1 and session_id = $2 and last_seen_at > statement_timestamp() - interval '15 minutes'`,
    [user.merchantId, user.sessionId],
  )
}

/** The facts of a merchant that access rules depend on. */
export type FlagFacts = Record<string, unknown>
export function flagsOf(facts: FlagFacts): Flags {
  return {
    master: facts['kind'] === 'master',
    crossBorder: facts['crossBorder'] === true,
    onboarded: facts['onboarded'] === true,
    reconAnalytics: facts['reconAnalytics'] === true,
    reconDashboard: facts['reconDashboard'] === true,
    reconReports: facts['reconReports'] === true,
  }
}

function userOf(facts: Facts): Omit<User, 'provedSecondsAgo'> {
  const flags = flagsOf(facts)
  const { viewAs, ...rest } = facts
  // A new version of find_sessions must return it; without it, a restricted token would have all roles.
  if (viewAs === undefined) throw new Error('find_sessions does not say what a token is narrowed to')
  // Intersected with the user's current roles each time, so that a view never adds a right.
  const roles = viewAs ? viewAs.filter((role) => mayGrant(rest.roles, role)) : rest.roles
  const names = Object.keys(rules) as RuleName[]
  return {
    ...(rest as unknown as Omit<User, 'flags' | 'permissions' | 'provedSecondsAgo'>),
    roles,
    viewingAs: viewAs && roles,
    flags,
    permissions: names.filter((rule) => allowed(rule, { roles, flags })),
  }
}

/** The sessions that this process saw a moment ago: bounded, and never trusted without {@link lookUpSession}. */
export function createMemory(most?: number) {
  const known = createLru<KnownSession>(most)
  return {
    recall: (tokenHash: Buffer) => known.recall(keyOf(tokenHash)),
    remember: (tokenHash: Buffer, who: KnownSession) => known.remember(keyOf(tokenHash), who),
    forget: (tokenHash: Buffer) => known.forget(keyOf(tokenHash)),
  }
}
export type Memory = ReturnType<typeof createMemory>

const keyOf = (tokenHash: Buffer) => tokenHash.toString('base64')

/** The hash of the bearer token of an Authorization header; any other header is a lost session. */
export function bearerHash(header: string | undefined): Buffer {
  const token = header?.startsWith('Bearer ') ? header.slice(7) : undefined
  if (!isToken(token)) throw new Fault('sessionLost')
  return hashToken(token)
}
