import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { MasterKey } from '#server/kit/secrets/seal.ts'

/**
 * The content of an audit row, which is sealed and chained. docs/audit-log.md specifies seal and chain for checking a
 * log without this program. Change both together, and the version in the labels.
 */
export interface AuditContent {
  merchantId: string
  environment: string
  eventId: string
  /** Microseconds since the epoch: the precision of timestamptz. */
  at: bigint
  actorMerchantId: string | null
  actorId: string | null
  actorName: string
  action: string
  objectRef: string
  result: string
  why: string
  changes: unknown
  address: string
  requestId: string
}

/** The keys of the log, by the id of the master key that each is derived from. The first key seals. */
export type AuditKeys = readonly { id: Buffer; key: Buffer }[]

export function auditKeys(master: MasterKey): AuditKeys {
  const known = derived.get(master)
  if (known) return known
  const keys = master.map(({ id, key }) => ({
    id,
    key: Buffer.from(hkdfSync('sha256', key, '', 'countinghouse audit log', 32)),
  }))
  derived.set(master, keys)
  return keys
}
const derived = new WeakMap<MasterKey, AuditKeys>()

/** The seal of a row, and the key that only its link is made with. */
export interface Sealed {
  keyId: Buffer
  mac: Buffer
  linkKey: Buffer
}

/** Seals a new row under the newest key. */
export function sealAudit(keys: AuditKeys, content: AuditContent): Sealed {
  const [newest] = keys
  if (!newest) throw new Error('no master key')
  return { keyId: newest.id, mac: macOf(newest.key, content), linkKey: linkKeyOf(newest.key, content) }
}

/** The MAC over every field of a row that carries information. */
export const macOf = (key: Buffer, row: AuditContent): Buffer =>
  hmac(key, 'countinghouse audit row 1', [
    row.merchantId,
    row.environment,
    row.eventId,
    String(row.at),
    row.actorMerchantId,
    row.actorId,
    row.actorName,
    row.action,
    row.objectRef,
    row.result,
    row.why,
    canonicalJson(row.changes),
    row.address,
    row.requestId,
  ])

/** The link key is sent with the row and never stored: a later owner of the database cannot make a link. */
export const linkKeyOf = (
  key: Buffer,
  { merchantId, environment, eventId }: Pick<AuditContent, 'merchantId' | 'environment' | 'eventId'>,
): Buffer => hmac(key, 'countinghouse audit link 1', [merchantId, environment, eventId])

/** Ties a row to its place: SHA-256 over the row's link key, the link before it, its number and its MAC. */
export const linkOf = (linkKey: Buffer, previous: Buffer, seq: bigint, mac: Buffer): Buffer =>
  createHash('sha256').update(linkKey).update(previous).update(int64(seq)).update(mac).digest()

/** The previous link of the first row of a chain. */
export const noLink: Buffer = Buffer.alloc(32)

/** A seal over the link that a chain had at this row. */
export interface Anchor {
  merchantId: string
  environment: string
  seq: bigint
  link: Buffer
  at: bigint
}
export const anchorMac = (key: Buffer, { merchantId, environment, seq, link, at }: Anchor): Buffer =>
  hmac(key, 'countinghouse audit anchor 1', [merchantId, environment, String(seq), link.toString('hex'), String(at)])

/** A seal over the rows that existed before the chain. */
export interface Unchained {
  merchantId: string
  environment: string
  events: bigint
  digest: Buffer
  at: bigint
}
export const unchainedMac = (key: Buffer, { merchantId, environment, events, digest, at }: Unchained): Buffer =>
  hmac(key, 'countinghouse audit unchained 1', [
    merchantId,
    environment,
    String(events),
    digest.toString('hex'),
    String(at),
  ])

/**
 * Encodes each part as a byte for presence, its length in 4 bytes and its UTF-8, so that different parts never encode
 * alike.
 */
function hmac(key: Buffer, label: string, parts: readonly (string | null)[]): Buffer {
  const mac = createHmac('sha256', key)
  for (const part of [label, ...parts]) {
    const head = Buffer.alloc(5)
    head[0] = part === null ? 0 : 1
    const text = Buffer.from(part ?? '')
    head.writeUInt32BE(text.length, 1)
    mac.update(head).update(text)
  }
  return mac.digest()
}

export const microseconds = (at: Date): bigint => BigInt(at.getTime()) * 1_000n

/** JSON without spaces and with sorted keys, because jsonb does not keep their order. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const names = Object.keys(value).toSorted()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson((value as Record<string, unknown>)[name])}`).join(',')}}`
}

function int64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(value)
  return bytes
}
