import type { Logger } from 'pino'
import type { AuditKeys } from '#server/kit/audit/audit-chain.ts'
import type { Owner } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { metrics } from '#server/kit/process/metrics.ts'
import { repeat, type Repeated } from '#server/kit/process/repeat.ts'
import { anchorFile, anchorPlace, keepAnchor } from './anchors.ts'
import { beginning, verifyChain, type AuditFinding, type Place } from './verify.ts'

interface Watching {
  database: Database
  keys: AuditKeys
  log: Logger
  /** The folder of the anchors, outside of the database. */
  dataDir: string
  now: () => Date
  /** Told after each look how many logs are not as they were written. */
  onFindings(count: number): void
}

const everyMs = 10_000
const anchorEveryMs = 60_000
/** Rows of each look at what is new, and as many once more of what was verified before. */
const rowsALook = 20_000

/** The least cost of a log in rows, so that one look does not go through very many short logs. */
const rowsOfALog = 50

/** A worker's own findings about a chain. It does not trust earlier results that the database holds. */
interface Known {
  owner: Owner
  place: Place
  finding: AuditFinding | null
  looked: boolean
  notedAt: number
  anchoredAt: number
  anchoredSeq: bigint
}

const unknown = { place: beginning, finding: null, looked: false, notedAt: 0, anchoredAt: 0, anchoredSeq: 0n }

/**
 * Verifies every audit log for as long as the worker runs: all of it once, from then on what is added, and beside that
 * the whole again and again, a stretch at a time. Says loudly what does not hold, and anchors what does.
 */
export function watchAudits(watching: Watching): Repeated & { look(): Promise<void> } {
  const look = auditLook(watching)
  const repeated = repeat({
    everyMs,
    work: look,
    onError: (error) => watching.log.warn({ err: error }, 'the audit logs could not be checked'),
  })
  return { look, stop: repeated.stop }
}

/** One look at all logs; what it has seen is remembered for the next. */
export function auditLook(watching: Watching): () => Promise<void> {
  const known = new Map<string, Known>()
  const round = { order: [] as string[], place: beginning }

  async function verifyNew(one: Known, most: number): Promise<number> {
    const { place, rows, end, finding } = await verifyChain(watching.database, watching.keys, one.owner, {
      from: one.place,
      most,
    })
    one.place = place
    // Once something was found, all of the log has to hold before it is taken back.
    if (finding || !one.finding || place.seq === end) await settle(one, finding)
    if (!one.finding && place.seq === end && place.seq > 0n) await anchor(watching, one)
    return rows
  }

  /** Continues the round through rows that were verified before, since they may have been changed. */
  async function verifyAgain(most: number): Promise<void> {
    for (let left = most, chains = known.size; left > 0 && chains > 0;) {
      if (round.order.length === 0) round.order = [...known.keys()]
      const one = known.get(round.order[0] ?? '')
      if (one && !one.finding) {
        const { place, rows, end, finding } = await verifyChain(watching.database, watching.keys, one.owner, {
          from: round.place,
          most: left,
        })
        left -= Math.max(rows, rowsOfALog)
        round.place = place
        if (finding) await settle(one, finding)
        else if (place.seq < end) return
        else if (watching.now().getTime() - one.notedAt > anchorEveryMs) await noteCheck(watching, one)
      }
      round.order.shift()
      round.place = beginning
      chains -= 1
    }
  }

  async function settle(one: Known, finding: AuditFinding | null): Promise<void> {
    const isKnown = finding && one.finding?.seq === finding.seq && one.finding.what === finding.what
    if (finding && !isKnown)
      watching.log.fatal(
        { finding: { ...finding, seq: String(finding.seq) } },
        'the audit log is not as it was written',
      )
    one.finding = finding
    await noteCheck(watching, one)
    if (finding) one.place = beginning
  }

  return async () => {
    const { database } = watching
    const chains = await database.transaction(
      null,
      (tx) =>
        tx.query<Owner & { seq: bigint }>(
          'select merchant_id as "merchantId", environment, seq from audit_chains()',
          [],
        ),
      { readOnly: true },
    )
    const ends = new Map(chains.map((chain) => [nameOf(chain), chain.seq]))
    for (const { merchantId, environment } of chains) {
      const owner = { merchantId, environment }
      const name = nameOf(owner)
      if (!known.has(name)) known.set(name, { ...unknown, owner })
    }
    let left = rowsALook
    for (const [name, one] of known) {
      if (isAsBefore(one, ends.get(name) ?? 0n)) continue
      left -= await verifyNew(one, Math.max(left, 1))
      one.looked = true
    }
    await verifyAgain(rowsALook)
    const findings = [...known.values()].filter(({ finding }) => finding !== null).length
    metrics.auditFindings.set(findings)
    metrics.auditCheckedAt.setToCurrentTime()
    watching.onFindings(findings)
  }
}

/** Nothing new, which most have most of the time. */
const isAsBefore = ({ looked, finding, place, anchoredSeq }: Known, end: bigint): boolean =>
  looked && !finding && place.seq === end && anchoredSeq === place.seq

const nameOf = ({ merchantId, environment }: Owner) => `${merchantId} ${environment}`

/** At most once a minute for each log, and only what has been verified. */
async function anchor({ database, keys, log, dataDir, now: clock }: Watching, one: Known): Promise<void> {
  const now = clock()
  if (one.place.seq === one.anchoredSeq || now.getTime() - one.anchoredAt < anchorEveryMs) return
  const line = await anchorPlace(database, keys, one.owner, one.place, now)
  one.anchoredAt = now.getTime()
  one.anchoredSeq = one.place.seq
  if (!line) return
  log.info({ anchor: line }, 'audit anchor')
  await keepAnchor(anchorFile(dataDir, now), line).catch((error: unknown) =>
    log.warn({ err: error }, 'an audit anchor could not be kept in a file'),
  )
}

/** Stores the result of a check for the screen. The verifier does not trust it. */
async function noteCheck({ database, now: clock }: Watching, one: Known): Promise<void> {
  const { owner, place, finding } = one
  one.notedAt = clock().getTime()
  const scope = { merchantIds: [owner.merchantId] as const, environment: owner.environment }
  if (place.seq === 0n && !finding) return
  await database.transaction(scope, async (tx) => {
    await tx.query(
      `insert into audit_checks (merchant_id, environment, verified_seq, verified_at, found_seq, finding)
       values ($1, $2, $3, statement_timestamp(), $4, $5)
       on conflict (merchant_id, environment) do update
         set verified_seq = excluded.verified_seq, verified_at = excluded.verified_at, found_seq = excluded.found_seq,
           finding = excluded.finding`,
      [owner.merchantId, owner.environment, place.seq, finding?.seq ?? null, finding?.what ?? ''],
    )
  })
}
