import { allowed, rules, type Flags, type Role, type RuleName } from '#contract/access.ts'
import { Fault } from '#contract/faults.ts'
import { mayGrant } from '#contract/grants.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { User } from './ctx.ts'
import type { Database, Scope, Transaction } from './db.ts'
import { timeOuts } from './time-outs.ts'
import { recent } from './recent.ts'
import { hashToken } from './token.ts'

/**
 * Who asks, by bearer token. The database judges every request (so that a logout or deactivation counts at once, on
 * every node), but beside the work: the gate starts on what it remembers of a moment ago, and commits and answers only
 * when {@link readWho} has confirmed it. Where it does not hold any more, all is rolled back and done again.
 */
export interface Who {
  user: User
  /** The facts as the database gave them; two equal texts are the same user with the same rights. */
  facts: string
  /** The session's last use is long enough ago to be written down. */
  stale: boolean
}

interface SessionRow {
  token_hash: Buffer
  state: 'active' | 'locked' | 'ended'
  /** As text: it is only read where it is not the text that is known already. */
  facts: string
  seen_ago: number
  proved_ago: number
}
interface Facts extends Record<string, unknown> {
  roles: Role[]
  /** The roles that the token was narrowed to. */
  viewAs: Role[] | null
  environment: Environment
}

/** Reads the session of a token, or says why there is none. What was `known` of it is not worked out again. */
export async function readWho(read: SessionReader, tokenHash: Buffer, known?: Who): Promise<Who> {
  const row = await read(tokenHash)
  if (!row || row.state === 'ended') throw new Fault('sessionLost')
  if (row.state === 'locked') throw new Fault('sessionLocked')
  const user = row.facts === known?.facts ? known.user : userOf(JSON.parse(row.facts) as Facts)
  return {
    user: { ...user, provedSecondsAgo: row.proved_ago },
    facts: row.facts,
    stale: row.seen_ago > touchSeconds,
  }
}

/** Looks a token up. Guarantee: what it finds was so at some moment after it was asked. */
export type SessionReader = (tokenHash: Buffer) => Promise<SessionRow | undefined>

/** Looks up inside a transaction, which sees its own changes. */
export function sessionsIn(tx: Transaction): SessionReader {
  return async (tokenHash) => (await findSessions(tx, [tokenHash]))[0]
}

/**
 * Looks up for a whole process: what is asked while a look-up is under way goes into the next, all together. A lone request
 * is answered at once, and under load each costs a fraction of a look-up. Beside one that hangs, another is begun.
 * @param database with two connections of its own, so that whoever waits here with another never waits for that one.
 */
export function sessionsTogether(database: Database): SessionReader {
  let asked = new Map<string, PromiseWithResolvers<SessionRow | undefined>>()
  const underWay = new Set<{ since: number }>()

  /** Whether one is under way that will soon take what is asked. */
  function moves(): boolean {
    const now = performance.now()
    for (const { since } of underWay) if (now - since < timeOuts.stuckMs) return true
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
      // Who came meanwhile has waited as long for a database that does not answer, and is not to wait as long again.
      if (performance.now() - own.since >= timeOuts.shedPoolWaitMs) {
        for (const { reject } of asked.values()) reject(error)
        asked = new Map()
      }
    }
    underWay.delete(own)
    if (asked.size > 0 && moves()) setTimeout(begin, timeOuts.stuckMs)
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

/** Writes down, beside the request, that the session is in use; losing one such note only makes the next one do it. */
export function touchLater(database: Database, user: User, log: { warn(facts: object, text: string): void }): void {
  const scope: Scope = { merchantIds: [user.merchantId], environment: user.environment }
  database
    .transaction(scope, (tx) => touchSession(tx, user))
    .catch((error: unknown) => log.warn({ err: error }, 'session not touched'))
}

/** The idle time starts anew; a session that has been idle for too long stays locked. */
async function touchSession(tx: Transaction, user: User): Promise<void> {
  await tx.query(
    `update sessions set last_seen_at = clock_timestamp()
     where merchant_id = $1 and session_id = $2 and last_seen_at > clock_timestamp() - interval '15 minutes'`,
    [user.merchantId, user.sessionId],
  )
}

/** What the database tells of a merchant that rules ask for. */
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
  const { viewAs, ...told } = facts
  // Whoever writes find_sessions anew and forgets it would open narrowed tokens wide.
  if (viewAs === undefined) throw new Error('find_sessions does not say what a token is narrowed to')
  // Held against the user's own roles each time, so that a view never widens anything, whatever becomes of those.
  const roles = viewAs ? viewAs.filter((role) => mayGrant(told.roles, role)) : told.roles
  const names = Object.keys(rules) as RuleName[]
  return {
    ...(told as unknown as Omit<User, 'flags' | 'permissions' | 'provedSecondsAgo'>),
    roles,
    viewingAs: viewAs && roles,
    flags,
    permissions: names.filter((rule) => allowed(rule, { roles, flags })),
  }
}

/** What this process knew of a token a moment ago; bounded, and never believed without {@link readWho}. */
export function createMemory(most?: number) {
  const known = recent<Who>(most)
  return {
    recall: (tokenHash: Buffer) => known.recall(keyOf(tokenHash)),
    remember: (tokenHash: Buffer, who: Who) => known.remember(keyOf(tokenHash), who),
    forget: (tokenHash: Buffer) => known.forget(keyOf(tokenHash)),
  }
}
export type Memory = ReturnType<typeof createMemory>

const keyOf = (tokenHash: Buffer) => tokenHash.toString('base64')

/** The token of an Authorization header, hashed; anything but a bearer token is a lost session. */
export function bearerHash(header: string | undefined): Buffer {
  const match = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(header ?? '')
  if (!match?.[1]) throw new Fault('sessionLost')
  return hashToken(match[1])
}
