import { allowed, rules, type Role, type RuleName } from '#contract/access.ts'
import { Fault } from '#contract/faults.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { User } from './ctx.ts'
import type { Transaction } from './db.ts'
import { hashToken } from './token.ts'

/**
 * Who asks, by bearer token. The database judges every request (so that a logout or deactivation counts at once, on
 * every node), but in the same round trip as the work: `remembered` lets the gate start on what it knew a moment ago,
 * and `confirm` says whether that still holds. Where it does not, the transaction is rolled back and done again.
 */
export interface Who {
  user: User
  /** The facts as the database gave them; two equal texts are the same user with the same rights. */
  facts: string
  /** The session's last use is long enough ago to be written down. */
  stale: boolean
}

interface SessionRow {
  state: 'active' | 'locked' | 'ended'
  /** As text: it is only read where it is not the text that is known already. */
  facts: string
  seen_ago: number
  proved_ago: number
}
interface Facts extends Record<string, unknown> {
  roles: Role[]
  environment: Environment
}

/** Reads the session of a token inside `tx`, or says why there is none. What was `known` of it is not worked out again. */
export async function readWho(tx: Transaction, tokenHash: Buffer, known?: Who): Promise<Who> {
  const [row] = await tx.query<SessionRow>(
    'select state, facts::text as facts, seen_ago, proved_ago from find_session($1)',
    [tokenHash],
  )
  if (!row || row.state === 'ended') throw new Fault('sessionLost')
  if (row.state === 'locked') throw new Fault('sessionLocked')
  const user = row.facts === known?.facts ? known.user : userOf(JSON.parse(row.facts) as Facts)
  return {
    user: { ...user, provedSecondsAgo: row.proved_ago },
    facts: row.facts,
    stale: row.seen_ago > touchSeconds,
  }
}
/** A session's last use is written at most once in this many seconds. */
const touchSeconds = 30

/** The idle time starts anew; a session that has been idle for too long stays locked. */
export async function touchSession(tx: Transaction, user: User): Promise<void> {
  await tx.query(
    `update sessions set last_seen_at = clock_timestamp()
     where merchant_id = $1 and session_id = $2 and last_seen_at > clock_timestamp() - interval '15 minutes'`,
    [user.merchantId, user.sessionId],
  )
}

function userOf(facts: Facts): Omit<User, 'provedSecondsAgo'> {
  const flags = {
    master: facts['kind'] === 'master',
    crossBorder: facts['crossBorder'] === true,
    onboarded: facts['onboarded'] === true,
    reconAnalytics: facts['reconAnalytics'] === true,
    reconDashboard: facts['reconDashboard'] === true,
    reconReports: facts['reconReports'] === true,
  }
  const { roles } = facts
  const names = Object.keys(rules) as RuleName[]
  return {
    ...(facts as unknown as Omit<User, 'flags' | 'permissions' | 'provedSecondsAgo'>),
    flags,
    permissions: names.filter((rule) => allowed(rule, { roles, flags })),
  }
}

/** What this process knew of a token a moment ago; bounded, and never believed without {@link readWho}. */
export function createMemory(most = 10_000) {
  const known = new Map<string, Who>()
  return {
    recall: (tokenHash: Buffer) => known.get(tokenHash.toString('base64')),
    remember(tokenHash: Buffer, who: Who) {
      const key = tokenHash.toString('base64')
      known.delete(key)
      known.set(key, who)
      if (known.size > most) known.delete(known.keys().next().value as string)
    },
    forget: (tokenHash: Buffer) => known.delete(tokenHash.toString('base64')),
  }
}
export type Memory = ReturnType<typeof createMemory>

/** The token of an Authorization header, hashed; anything but a bearer token is a lost session. */
export function bearerHash(header: string | undefined): Buffer {
  const match = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(header ?? '')
  if (!match?.[1]) throw new Fault('sessionLost')
  return hashToken(match[1])
}
