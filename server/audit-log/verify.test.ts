import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Owner } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { masterKey } from '#server/kit/secrets/seal.ts'
import { auditKeys } from '#server/kit/audit/audit-chain.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { anchorFile, anchorPlace, keepAnchor, verifyAnchorFiles } from './anchors.ts'
import { beginAudit } from './begin.ts'
import { act, harms, keysOf, somebody, tampered, verify } from './fixtures.ts'
import { verifyAllAudits, verifyChain } from './verify.ts'

let testApp: TestApp
let folder: string
beforeAll(async () => {
  testApp = await openTestApp()
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-audit-'))
})
afterAll(async () => {
  await testApp.close()
  await rm(folder, { recursive: true })
})

const newOwner = async (): Promise<Owner> => ({
  merchantId: (await testApp.addMerchant()).merchantId,
  environment: 'sandbox',
})
const chainOf = ({ merchantId, environment }: Owner) =>
  testApp.owner.transaction(null, (tx) =>
    tx.query<{ seq: bigint }>('select seq from audit_events where merchant_id = $1 and environment = $2 order by seq', [
      merchantId,
      environment,
    ]),
  )

describe('the chain', () => {
  it('has a number for each row and no gaps, however many are written at once', async () => {
    const owner = await newOwner()
    const live: Owner = { ...owner, environment: 'live' }
    await Promise.all(Array.from({ length: 8 }, (_, n) => act(testApp, n % 4 === 0 ? live : owner, 5)))
    expect((await chainOf(owner)).map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
    expect(await chainOf(live)).toHaveLength(10)
    expect(await verify(testApp)).toEqual([])
  })

  it('has no row of a transaction that was rolled back, and no gap either', async () => {
    const owner = await newOwner()
    await act(testApp, owner, 2)
    const scope = { merchantIds: [owner.merchantId] as const, environment: owner.environment }
    const { database } = testApp.serveParts
    await expect(
      database.transaction(scope, async (tx) => {
        const row = { sql: 'insert into audit_events (merchant_id) values ($1)', parameters: [owner.merchantId] }
        tx.last([row], scope)
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await act(testApp, owner, 1)
    expect(await chainOf(owner)).toHaveLength(3)
    expect(await verify(testApp)).toEqual([])
  })

  it('has no row of a merchant that the transaction has never been about, and of one that it has been', async () => {
    const [owner, other] = [await newOwner(), await newOwner()]
    const about = (tx: Transaction, owner: Owner) => ({ ...somebody(testApp, owner), tx })
    const { database } = testApp.serveParts
    const scope = { merchantIds: [owner.merchantId] as const, environment: owner.environment }
    const event = { action: 'webhook.update', objectRef: 'w', result: 'done' } as const
    await expect(database.transaction(scope, async (tx) => writeAudit(about(tx, other), event))).rejects.toThrow(
      'row-level security',
    )
    await database.transaction(scope, async (tx) => {
      writeAudit(about(tx, owner), event)
      await tx.enter({ merchantIds: [other.merchantId], environment: 'sandbox' })
      writeAudit(about(tx, other), event)
      writeAudit(about(tx, owner), event)
    })
    expect([(await chainOf(owner)).length, (await chainOf(other)).length]).toEqual([2, 1])
    expect(await verify(testApp)).toEqual([])
  })

  it('cannot be changed, by the application or by the owner', async () => {
    const owner = await newOwner()
    await act(testApp, owner, 2)
    const ask = (sql: string) => testApp.owner.transaction(null, (tx) => tx.query(sql, []))
    for (const table of ['audit_events', 'audit_anchors', 'audit_heads'])
      await expect(ask(`truncate ${table}`)).rejects.toThrow('append-only')
    await expect(ask(`update audit_events set why = 'x'`)).rejects.toThrow('append-only')
    await expect(ask('delete from audit_events')).rejects.toThrow('append-only')
    await expect(ask('update audit_heads set seq = seq - 1')).rejects.toThrow('append-only')
    await expect(ask('delete from audit_heads')).rejects.toThrow('append-only')
    const scope = { merchantIds: [owner.merchantId] as const, environment: owner.environment }
    for (const sql of [`update audit_events set why = 'x'`, 'delete from audit_events', 'truncate audit_events'])
      await expect(testApp.serveParts.database.transaction(scope, (tx) => tx.query(sql, []))).rejects.toThrow(
        'permission denied',
      )
  })
})

describe('the verifier', () => {
  it('finds every change by an attacker with the database but without the key, and names it', async () => {
    const [owner, other] = [await newOwner(), await newOwner()]
    const rows = 12
    await act(testApp, owner, rows)
    await act(testApp, other, 5)
    const { place } = await verifyChain(testApp.owner, keysOf(testApp), owner)
    const line = await anchorPlace(testApp.serveParts.database, keysOf(testApp), owner, place, new Date())
    const file = anchorFile(folder, new Date())
    if (line) await keepAnchor(file, line)
    const pick = (below: number) => Math.floor(Math.random() * below)
    for (const { name, outsideOnly, do: harm } of harms)
      await tampered(
        testApp,
        (tx) => harm(tx, { owner, other, rows, pick }) as Promise<void>,
        async (database) => {
          const inside = (await verifyAllAudits(database, keysOf(testApp))).findings
          const kept = (await verifyAnchorFiles(database, keysOf(testApp), [file])).findings
          expect({ name, found: inside.length > 0 }).toEqual({ name, found: !outsideOnly })
          if (outsideOnly) expect({ name, found: kept.map(({ what }) => what) }).toEqual({ name, found: ['missing'] })
        },
      )
    expect(await verify(testApp)).toEqual([])
    expect(await verifyAnchorFiles(testApp.owner, keysOf(testApp), [file])).toEqual({ anchors: 1, findings: [] })
  })

  it('names the row and its fault', async () => {
    const owner = await newOwner()
    await act(testApp, owner, 9)
    const told = (sql: string) =>
      tampered(
        testApp,
        async (tx) => void (await tx.query(sql, [owner.merchantId])),
        async (database) => {
          const { finding } = await verifyChain(database, keysOf(testApp), owner)
          return `${finding?.seq} ${finding?.what}: ${finding?.detail}`
        },
      )
    const at = (seq: number) => `where merchant_id = $1 and seq = ${seq}`
    expect(await told(`update audit_events set address = '' ${at(4)}`)).toMatch(/^4 edited/)
    expect(await told(`delete from audit_events ${at(4)}`)).toBe('4 missing: row 4')
    expect(await told(`delete from audit_events where merchant_id = $1 and seq between 3 and 5`)).toBe(
      '3 missing: rows 3 to 5',
    )
    expect(await told(`delete from audit_events ${at(9)}`)).toBe('9 missing: rows 9 to 9')
    expect(
      await told(`update audit_events e set link = o.link from audit_events o where e.merchant_id = $1 and e.seq = 6
        and o.merchant_id = $1 and o.seq = 7`),
    ).toMatch(/^6 reordered/)
    expect(await told(`update audit_events set mac = sha256(mac) ${at(2)}`)).toMatch(/^2 inserted/)
  })

  it('goes through a long log in stretches, and on from where it was', async () => {
    const owner = await newOwner()
    await act(testApp, owner, 3)
    const first = await verifyChain(testApp.owner, keysOf(testApp), owner)
    expect(first).toMatchObject({ rows: 3, end: 3n, finding: null })
    await act(testApp, owner, 2)
    expect(await verifyChain(testApp.owner, keysOf(testApp), owner, { from: first.place })).toMatchObject({
      rows: 2,
      end: 5n,
    })
  })

  it('does not take a log that was sealed under another master key for one that holds', async () => {
    const owner = await newOwner()
    await act(testApp, owner, 1)
    const others = auditKeys(masterKey(Buffer.alloc(32, 8).toString('base64')))
    expect((await verifyChain(testApp.owner, others, owner)).finding).toMatchObject({ seq: 1n, what: 'unknown key' })
    const both = auditKeys(
      masterKey([Buffer.alloc(32, 8), Buffer.alloc(32, 7)].map((key) => key.toString('base64')).join()),
    )
    expect((await verifyChain(testApp.owner, both, owner)).finding).toBeNull()
  })

  it('does not take a kept anchor that was changed for one of ours', async () => {
    const owner = await newOwner()
    await act(testApp, owner, 2)
    const { place } = await verifyChain(testApp.owner, keysOf(testApp), owner)
    const line = await anchorPlace(testApp.serveParts.database, keysOf(testApp), owner, place, new Date())
    const file = join(folder, 'changed')
    if (line) await keepAnchor(file, { ...line, seq: '1' })
    const { findings } = await verifyAnchorFiles(testApp.owner, keysOf(testApp), [file])
    expect(findings.map(({ what }) => what)).toEqual(['anchor changed'])
  })
})

describe('rows from before the chain', () => {
  it('are sealed once, when it begins, and from then on none is changed, lost or added unnoticed', async () => {
    const early = await openTestApp()
    try {
      const { merchantId } = await early.addMerchant()
      const owner: Owner = { merchantId, environment: 'sandbox' }
      const addEarly = (tx: { query(sql: string, values: unknown[]): Promise<unknown> }) =>
        tx.query(
          `insert into audit_events (merchant_id, environment, event_id, at, actor_name, action, object_ref, result, why, address, request_id)
           values ($1, 'sandbox', gen_random_uuid(), now(), 'Early', 'webhook.update', 'w', 'done', '', '', '')`,
          [merchantId],
        )
      await early.owner.transaction(null, async (tx) => {
        for (let n = 0; n < 3; n++) await addEarly(tx)
      })
      expect((await verify(early)).map(({ what }) => what)).toEqual(['inserted'])
      expect(await beginAudit(early.parts.ownerUrl, early.serveParts.services.master, new Date())).toBe(1)
      expect(await beginAudit(early.parts.ownerUrl, early.serveParts.services.master, new Date())).toBe(0)
      await act(early, owner, 2)
      expect(await verifyAllAudits(early.owner, keysOf(early))).toEqual({
        chains: 1,
        rows: 2,
        unchained: 3n,
        findings: [],
      })
      const found = (sql: string) =>
        tampered(
          early,
          async (tx) => void (await tx.query(sql, [merchantId])),
          async (database) => (await verifyAllAudits(database, keysOf(early))).findings.length > 0,
        )
      expect(await found(`update audit_events set why = 'x' where merchant_id = $1 and seq is null`)).toBe(true)
      expect(await found('delete from audit_events where merchant_id = $1 and seq is null')).toBe(true)
      expect(await found('delete from audit_unchained where merchant_id = $1')).toBe(true)
      expect(await found('update audit_unchained set events = 2 where merchant_id = $1')).toBe(true)
      expect(
        await tampered(
          early,
          async (tx) => void (await addEarly(tx)),
          async (database) => (await verifyAllAudits(database, keysOf(early))).findings.length,
        ),
      ).toBe(1)
      // A second beginning would seal what was added since.
      await addEarly({ query: (sql, values) => early.owner.transaction(null, (tx) => tx.query(sql, values)) })
      expect(await beginAudit(early.parts.ownerUrl, early.serveParts.services.master, new Date())).toBe(0)
      expect(await verify(early)).toHaveLength(1)
    } finally {
      await early.close()
    }
  })
})
