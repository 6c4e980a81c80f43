import { createReadStream } from 'node:fs'
import { appendFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { anchorMac, microseconds, type AuditKeys } from '#server/kit/audit/audit-chain.ts'
import type { Owner } from '#server/kit/ctx.ts'
import { scopeOf, type Database } from '#server/kit/db/db.ts'
import type { AuditFinding, Place } from './verify.ts'

/** An anchor as a line of a file or of the log, for keeping elsewhere than the database. */
export interface AnchorLine {
  merchant: string
  environment: Owner['environment']
  seq: string
  /** ISO 8601. */
  at: string
  /** In hex, as the next two. */
  link: string
  key: string
  mac: string
}

/** Seals how far a chain has been verified, in the database; null where this row has its anchor already. */
export async function anchorPlace(
  database: Database,
  keys: AuditKeys,
  owner: Owner,
  { seq, link }: Place,
  now: Date,
): Promise<AnchorLine | null> {
  const [newest] = keys
  if (!newest) throw new Error('no master key')
  const at = microseconds(now)
  const mac = anchorMac(newest.key, { ...owner, seq, link, at })
  const scope = scopeOf(owner)
  const rows = await database.transaction(scope, (tx) =>
    tx.query(
      `insert into audit_anchors (merchant_id, environment, seq, link, at, key_id, mac) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict do nothing returning seq`,
      [owner.merchantId, owner.environment, seq, link, now, newest.id, mac],
    ),
  )
  if (rows.length === 0) return null
  return {
    merchant: owner.merchantId,
    environment: owner.environment,
    seq: String(seq),
    at: now.toISOString(),
    link: link.toString('hex'),
    key: newest.id.toString('hex'),
    mac: mac.toString('hex'),
  }
}

/** The file of a machine's anchors of one month. */
export const anchorFile = (dataDir: string, now: Date): string =>
  join(dataDir, 'audit-anchors', `${now.toISOString().slice(0, 7)}.jsonl`)

export async function keepAnchor(file: string, line: AnchorLine): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600 })
}

/**
 * Holds the chains against anchors that were kept elsewhere: of each chain its newest in the files, which stands for all
 * rows up to it. Lines of the log will do too: what is no anchor is left out.
 * @throws Error when a file cannot be read.
 */
export async function verifyAnchorFiles(
  database: Database,
  keys: AuditKeys,
  files: readonly string[],
): Promise<{ anchors: number; findings: AuditFinding[] }> {
  const newest = new Map<string, AnchorLine>()
  for (const file of files)
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = anchorIn(text)
      if (!line) continue
      const chain = `${line.merchant} ${line.environment}`
      if (BigInt(line.seq) >= BigInt(newest.get(chain)?.seq ?? 0)) newest.set(chain, line)
    }
  const findings: AuditFinding[] = []
  for (const line of newest.values()) {
    const finding = await faultOf(database, keys, line)
    if (finding) findings.push(finding)
  }
  return { anchors: newest.size, findings }
}

async function faultOf(database: Database, keys: AuditKeys, line: AnchorLine): Promise<AuditFinding | null> {
  const owner = { merchantId: line.merchant, environment: line.environment }
  const [seq, link] = [BigInt(line.seq), Buffer.from(line.link, 'hex')]
  const found = (what: AuditFinding['what'], detail: string): AuditFinding => ({ ...owner, seq, what, detail })
  const key = keys.find(({ id }) => id.toString('hex') === line.key)?.key
  if (!key) return found('unknown key', 'a kept anchor is sealed under a master key that is not here')
  if (anchorMac(key, { ...owner, seq, link, at: microseconds(new Date(line.at)) }).toString('hex') !== line.mac)
    return found('anchor changed', 'a kept anchor is not what was sealed')
  const scope = scopeOf(owner)
  const [row] = await database.transaction(
    scope,
    (tx) =>
      tx.query<{ link: Buffer }>(
        'select link from audit_events where merchant_id = $1 and environment = $2 and seq = $3',
        [owner.merchantId, owner.environment, seq],
      ),
    { readOnly: true },
  )
  if (!row)
    return found(
      'missing',
      'the row of a kept anchor is gone: the log was cut short or brought back to an earlier state',
    )
  return row.link.equals(link) ? null : found('reordered', 'the log was another one when this row was anchored')
}

const texts = ['merchant', 'environment', 'seq', 'at', 'link', 'key', 'mac'] as const
function anchorIn(text: string): AnchorLine | null {
  try {
    const whole = JSON.parse(text) as Record<string, unknown>
    const line = (whole['anchor'] ?? whole) as Record<string, unknown>
    const isOne =
      texts.every((name) => typeof line[name] === 'string') &&
      /^\d{1,18}$/.test(line['seq'] as string) &&
      !Number.isNaN(Date.parse(line['at'] as string))
    return isOne ? (line as unknown as AnchorLine) : null
  } catch {
    return null
  }
}
