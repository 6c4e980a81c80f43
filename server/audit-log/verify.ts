import { createHash } from 'node:crypto'
import type { auditFindings } from '#contract/audit-log.ts'
import {
  anchorMac,
  linkKeyOf,
  linkOf,
  macOf,
  noLink,
  unchainedMac,
  type AuditKeys,
  type Unchained,
} from '#server/kit/audit/audit-chain.ts'
import type { Owner } from '#server/kit/ctx.ts'
import type { Database, Transaction } from '#server/kit/db/db.ts'
import { firstId, readChain, readEnd, readUnchained, type ChainedRow, type ChainEnd } from './rows.ts'

/** The first thing that is wrong with a chain. */
export interface AuditFinding extends Owner {
  /** The number of the first row that is not as it was written; null for the rows from before the chain. */
  seq: bigint | null
  what: (typeof auditFindings)[number]
  detail: string
}

/** Up to where a chain has been verified. */
export interface Place {
  seq: bigint
  link: Buffer
}
export const beginning: Place = { seq: 0n, link: noLink }

const rowsAtOnce = 2_000

/**
 * Verifies a chain from a place on: each row against its seal and its place, the anchors that there are, and the end. Goes
 * through the rows as they come, so that memory does not grow with them; what is added meanwhile is left for the next time.
 * @param options.most rows, after which it stops and says how far it came.
 */
export async function verifyChain(
  database: Database,
  keys: AuditKeys,
  owner: Owner,
  { from = beginning, most = Number.POSITIVE_INFINITY }: { from?: Place; most?: number } = {},
): Promise<{ place: Place; rows: number; end: bigint; finding: AuditFinding | null }> {
  const scope = { merchantIds: [owner.merchantId] as const, environment: owner.environment }
  const read = <T>(work: (tx: Transaction) => Promise<T>) => database.transaction(scope, work, { readOnly: true })
  const end = await read((tx) => readEnd(tx, owner))
  const to = end.head && end.head.seq < end.lastRow ? end.head.seq : end.lastRow
  let place = from
  let rows = 0
  const found = (seq: bigint, what: AuditFinding['what'], detail: string) => ({
    place,
    rows,
    end: to,
    finding: { ...owner, seq, what, detail },
  })
  while (place.seq < to) {
    if (rows >= most) return { place, rows, end: to, finding: null }
    const after = place.seq
    const batch = await read((tx) => readChain(tx, owner, { after, to, most: rowsAtOnce }))
    if (batch.length === 0) return found(place.seq + 1n, 'missing', `rows ${place.seq + 1n} to ${to}`)
    for (const row of batch) {
      const wrong = faultOf(keys, row, place)
      if (wrong) return found(...wrong)
      place = { seq: row.seq, link: row.link as Buffer }
      rows += 1
    }
  }
  const wrong = endFault(end, place)
  return wrong ? found(...wrong) : { place, rows, end: to, finding: null }
}

type Fault = [seq: bigint, what: AuditFinding['what'], detail: string]

function faultOf(keys: AuditKeys, row: ChainedRow, before: Place): Fault | null {
  const { seq, keyId, mac, link, anchor } = row
  const next = before.seq + 1n
  if (seq !== next) return [next, 'missing', next === seq - 1n ? `row ${next}` : `rows ${next} to ${seq - 1n}`]
  if (!keyId || !mac || !link) return [seq, 'inserted', 'it carries no seal']
  const key = keyBy(keys, keyId)
  if (!key) return [seq, 'unknown key', 'it is sealed under a master key that is not here']
  const isSealed = macOf(key, row).equals(mac)
  const isInPlace = linkOf(linkKeyOf(key, row), before.link, seq, mac).equals(link)
  if (!isSealed && isInPlace) return [seq, 'edited', 'its content is not what was sealed']
  if (!isSealed) return [seq, 'inserted', 'neither its content nor its place is what was sealed']
  if (!isInPlace) return [seq, 'reordered', 'it is genuine, and does not follow the row before it']
  if (!anchor) return null
  const anchorKey = keyBy(keys, anchor.keyId)
  const { merchantId, environment } = row
  if (!anchorKey?.length) return [seq, 'unknown key', 'its anchor is sealed under a master key that is not here']
  if (!anchorMac(anchorKey, { ...anchor, merchantId, environment, seq }).equals(anchor.mac))
    return [seq, 'anchor changed', 'its anchor is not what was sealed']
  if (!anchor.link.equals(link)) return [seq, 'reordered', 'it was another row when it was anchored']
  return null
}

/** Once all rows up to the end hold. */
function endFault({ head, lastRow, lastAnchor }: ChainEnd, place: Place): Fault | null {
  if (place.seq > lastRow) return [lastRow + 1n, 'missing', `rows ${lastRow + 1n} to ${place.seq}, which were verified`]
  if (lastAnchor > lastRow)
    return [lastRow + 1n, 'missing', `rows ${lastRow + 1n} to ${lastAnchor}, which was anchored`]
  if (!head) return lastRow === 0n ? null : [lastRow, 'end changed', 'the chain has no end']
  if (head.seq > lastRow) return [lastRow + 1n, 'missing', `rows ${lastRow + 1n} to ${head.seq}`]
  if (head.seq < lastRow) return [head.seq + 1n, 'inserted', 'it stands behind the end of the chain']
  if (place.seq === head.seq && !head.link.equals(place.link))
    return [head.seq, 'end changed', 'the end is not the link of the last row']
  return null
}

const keyBy = (keys: AuditKeys, id: Buffer) => keys.find((one) => one.id.equals(id))?.key

/** The rows from before the chain, against what was sealed when it began. */
export async function verifyUnchained(
  database: Database,
  keys: AuditKeys,
  owner: Owner,
): Promise<{ rows: bigint; finding: AuditFinding | null }> {
  const scope = { merchantIds: [owner.merchantId] as const, environment: owner.environment }
  const [sealed] = await database.transaction(
    scope,
    (tx) =>
      tx.query<Unchained & { keyId: Buffer; mac: Buffer }>(
        `select merchant_id as "merchantId", environment, events, digest, (extract(epoch from at) * 1000000)::bigint as at,
           key_id as "keyId", mac from audit_unchained where merchant_id = $1 and environment = $2`,
        [owner.merchantId, owner.environment],
      ),
    { readOnly: true },
  )
  const key = sealed && keyBy(keys, sealed.keyId)
  const found = (detail: string, what: AuditFinding['what'] = 'unchained changed') => ({
    ...owner,
    seq: null,
    what,
    detail,
  })
  if (sealed && !key)
    return { rows: sealed.events, finding: found('sealed under a master key that is not here', 'unknown key') }
  const { rows, digest } = await digestUnchained(database, key ?? noLink, owner)
  if (!sealed || !key)
    return { rows, finding: rows === 0n ? null : found(`${rows} rows outside of the chain`, 'inserted') }
  if (!unchainedMac(key, sealed).equals(sealed.mac))
    return { rows, finding: found('what was sealed of them is changed') }
  if (rows !== sealed.events) return { rows, finding: found(`${rows} rows, of which ${sealed.events} were sealed`) }
  return { rows, finding: digest.equals(sealed.digest) ? null : found('one of them is not what was sealed') }
}

/** SHA-256 over the MACs of the rows outside of the chain, in the order of their ids. */
export async function digestUnchained(
  database: Database,
  key: Buffer,
  owner: Owner,
): Promise<{ rows: bigint; digest: Buffer }> {
  const scope = { merchantIds: [owner.merchantId] as const, environment: owner.environment }
  const hash = createHash('sha256')
  let rows = 0n
  for (let after = firstId; ;) {
    const batch = await database.transaction(scope, (tx) => readUnchained(tx, owner, { after, most: rowsAtOnce }), {
      readOnly: true,
    })
    const last = batch.at(-1)
    if (!last) return { rows, digest: hash.digest() }
    for (const row of batch) hash.update(macOf(key, row))
    rows += BigInt(batch.length)
    after = last.eventId
  }
}

/** Every chain, and the rows outside of them, one after the other; for who sees all merchants. */
export async function verifyAllAudits(
  database: Database,
  keys: AuditKeys,
): Promise<{ chains: number; rows: number; unchained: bigint; findings: AuditFinding[] }> {
  const owners = await database.transaction(null, listAudits, { readOnly: true })
  const total = { chains: 0, rows: 0, unchained: 0n, findings: [] as AuditFinding[] }
  for (const owner of owners) {
    const chain = await verifyChain(database, keys, owner)
    const outside = await verifyUnchained(database, keys, owner)
    total.chains += chain.end > 0n ? 1 : 0
    total.rows += chain.rows
    total.unchained += outside.rows
    for (const finding of [chain.finding, outside.finding]) if (finding) total.findings.push(finding)
  }
  return total
}

/** Wherever there may be an audit log, as the owner sees it; not only where something says that there is one. */
export const listAudits = (tx: Transaction) =>
  tx.query<Owner>(
    `select merchant_id as "merchantId", environment from merchants, unnest(array['sandbox', 'live']) as environment
     union select merchant_id, environment from audit_heads order by 1, 2`,
    [],
  )
