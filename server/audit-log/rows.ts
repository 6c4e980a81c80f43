import type { AuditContent } from '#server/kit/audit/audit-chain.ts'
import type { Owner } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'

/** A row as it is stored, each value exactly. */
export interface StoredRow extends AuditContent {
  seq: bigint | null
  keyId: Buffer | null
  mac: Buffer | null
  link: Buffer | null
}

/** A row of the chain, with the anchor that there is of it. */
export interface ChainedRow extends StoredRow {
  seq: bigint
  anchor: { link: Buffer; at: bigint; keyId: Buffer; mac: Buffer } | null
}

const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`
const columns = `e.merchant_id as "merchantId", e.environment, e.event_id as "eventId", ${micros('e.at')} as at,
  e.actor_merchant_id as "actorMerchantId", e.actor_id as "actorId", e.actor_name as "actorName", e.action,
  e.object_ref as "objectRef", e.result, e.why, e.changes::text as changes, e.address, e.request_id as "requestId",
  e.seq, e.key_id as "keyId", e.mac, e.link`
const own = 'e.merchant_id = $1 and e.environment = $2'

/** The next rows of a chain. Index: audit_events_by_seq. */
export async function readChain(
  tx: Transaction,
  { merchantId, environment }: Owner,
  { after, to, most }: { after: bigint; to: bigint; most: number },
): Promise<ChainedRow[]> {
  const rows = await tx.query<ChainedRow & AnchorColumns>(
    `select ${columns}, a.link as "anchorLink", ${micros('a.at')} as "anchorAt", a.key_id as "anchorKeyId", a.mac as "anchorMac"
     from audit_events e left join audit_anchors a on a.merchant_id = $1 and a.environment = $2 and a.seq = e.seq
     where ${own} and e.seq > $3 and e.seq <= $4 order by e.seq limit ${most}`,
    [merchantId, environment, after, to],
  )
  return rows.map(({ anchorLink, anchorAt, anchorKeyId, anchorMac, ...row }) => ({
    ...row,
    changes: JSON.parse(row.changes as string) as unknown,
    anchor:
      anchorLink === null
        ? null
        : { link: anchorLink, at: anchorAt as bigint, keyId: anchorKeyId as Buffer, mac: anchorMac as Buffer },
  }))
}
interface AnchorColumns {
  anchorLink: Buffer | null
  anchorAt: bigint | null
  anchorKeyId: Buffer | null
  anchorMac: Buffer | null
}

/** The next rows from before the chain, in the order of their ids. Index: audit_events_unchained. */
export async function readUnchained(
  tx: Transaction,
  { merchantId, environment }: Owner,
  { after, most }: { after: string; most: number },
): Promise<StoredRow[]> {
  const rows = await tx.query<StoredRow>(
    `select ${columns} from audit_events e where ${own} and e.seq is null and e.event_id > $3 order by e.event_id limit ${most}`,
    [merchantId, environment, after],
  )
  return rows.map((row) => ({ ...row, changes: JSON.parse(row.changes as string) as unknown }))
}
/** Before every row. */
export const firstId = '00000000-0000-0000-0000-000000000000'

/** The end of a chain as the database has it, read by one statement. */
export interface ChainEnd {
  /** Null where there is no head. */
  head: { seq: bigint; link: Buffer } | null
  /** 0 without rows. */
  lastRow: bigint
  /** 0 without anchors. */
  lastAnchor: bigint
}
export async function readEnd(tx: Transaction, { merchantId, environment }: Owner): Promise<ChainEnd> {
  const [row] = await tx.query<{ seq: bigint | null; link: Buffer; lastRow: bigint; lastAnchor: bigint }>(
    `select h.seq, h.link,
       coalesce((select max(seq) from audit_events e where ${own}), 0) as "lastRow",
       coalesce((select max(seq) from audit_anchors e where ${own}), 0) as "lastAnchor"
     from (select 1) one left join audit_heads h on h.merchant_id = $1 and h.environment = $2`,
    [merchantId, environment],
  )
  if (!row) throw new Error('a row that always is')
  const { seq, link, lastRow, lastAnchor } = row
  return { head: seq === null ? null : { seq, link }, lastRow, lastAnchor }
}
