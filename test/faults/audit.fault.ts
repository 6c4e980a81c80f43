import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anchorFile, anchorPlace, keepAnchor, verifyAnchorFiles } from '#server/audit-log/anchors.ts'
import { act, harms, keysOf, tampered, verify } from '#server/audit-log/fixtures.ts'
import { verifyAllAudits, verifyChain } from '#server/audit-log/verify.ts'
import type { Owner } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { isMark } from './checker.ts'
import { signIn, type Load } from './client.ts'
import { countOf, full, report } from './counts.ts'
import { auditCrashes, lateAudit, weakVerifiers } from './planted.ts'
import { planted } from './planted-test.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { acknowledged, newJournal } from './journal.ts'
import { patchedSource, sourceRoot } from './patched-source.ts'
import { startLoad } from './shoppers.ts'

/** L1 and L2: nothing done to the audit log stays unseen, and a change and its row are one. */
const tamperings = countOf(1_000, 25)
const kills = countOf(30, 2)
const file = import.meta.filename
const timeout = countOf(120 * 60_000, 120_000)

describe('somebody who owns the database and not the key', () => {
  let testApp: TestApp
  let folder: string
  let owners: Owner[]
  let anchors: string
  const rows = 30
  beforeAll(async () => {
    testApp = await openTestApp()
    folder = await mkdtemp(join(tmpdir(), 'countinghouse-tampering-'))
    anchors = anchorFile(folder, new Date())
    const merchants = [await testApp.addMerchant(), await testApp.addMerchant(), await testApp.addMerchant()]
    owners = merchants.map(({ merchantId }) => ({ merchantId, environment: 'sandbox' }))
    for (const owner of owners) {
      // An anchor somewhere in the middle, and one at the end.
      for (const part of [rows / 2, rows / 2]) {
        await act(testApp, owner, part)
        const { place } = await verifyChain(testApp.owner, keysOf(testApp), owner)
        const line = await anchorPlace(testApp.serveParts.database, keysOf(testApp), owner, place, new Date())
        if (line) await keepAnchor(anchors, line)
      }
    }
  })
  afterAll(async () => {
    await testApp.close()
    await rm(folder, { recursive: true })
  })

  const pick = (below: number) => Math.floor(Math.random() * below)

  test(`is found out each time, ${tamperings} tamperings by chance`, { timeout }, async () => {
    const missed: string[] = []
    const tried = new Map<string, number>()
    for (let n = 0; n < tamperings; n++) {
      // Each kind once at least.
      const harm = harms[n < harms.length ? n : pick(harms.length)] as (typeof harms)[number]
      const [owner, other] = [...owners].toSorted(() => Math.random() - 0.5) as [Owner, Owner]
      const found = await tampered(
        testApp,
        (tx) => harm.do(tx, { owner, other, rows, pick }) as Promise<void>,
        async (database) => {
          const inside = await verifyAllAudits(database, keysOf(testApp))
          const outside = await verifyAnchorFiles(database, keysOf(testApp), [anchors])
          return inside.findings.length + outside.findings.length > 0
        },
      )
      tried.set(harm.name, (tried.get(harm.name) ?? 0) + 1)
      if (!found) missed.push(harm.name)
    }
    report(`${tamperings} tamperings of ${tried.size} kinds, ${missed.length} missed`)
    expect(missed).toEqual([])
    expect(await verify(testApp)).toEqual([])
  })

  for (const [what, { patch, harm, pick: picked }] of Object.entries(weakVerifiers))
    planted(`is not found out by a verifier that is weak: ${what}`, { file, patches: [patch], timeout }, async () => {
      const name = harms.find((one) => one.name === harm)
      if (!name) throw new Error(`no such harm: ${harm}`)
      const [owner, other] = owners as [Owner, Owner]
      const source = await patchedSource(folder, [patch])
      await committed(testApp, (tx) => name.do(tx, { owner, other, rows, pick: () => picked }))
      try {
        expect((await auditVerify(testApp, source)).code).toBe(0)
        const right = await auditVerify(testApp, sourceRoot)
        expect(right, right.said).toMatchObject({ code: 1 })
        expect(right.said).toMatch(new RegExp(`^${owner.merchantId} sandbox: (row \\d+: )?[a-z ]+: `, 'm'))
      } finally {
        await committed(testApp, restore)
      }
      expect(await auditVerify(testApp, sourceRoot)).toMatchObject({ code: 0 })
    })

  beforeAll(() => committed(testApp, keep))
})

const tables = ['audit_events', 'audit_heads', 'audit_anchors']
const keep = async (tx: Transaction) => {
  for (const table of tables) await tx.query(`create table kept_${table} as select * from ${table}`, [])
}
const restore = async (tx: Transaction) => {
  for (const table of tables) {
    await tx.query(`delete from ${table}`, [])
    await tx.query(`insert into ${table} select * from kept_${table}`, [])
  }
}
const committed = (testApp: TestApp, work: (tx: Transaction) => Promise<unknown>) =>
  testApp.owner.transaction(null, async (tx) => {
    await tx.query('set local session_replication_role = replica', [])
    await work(tx)
  })

async function auditVerify(testApp: TestApp, source: string): Promise<{ code: number | null; said: string }> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: testApp.parts.ownerUrl,
    MASTER_KEY: testApp.parts.masterKey.toString('base64'),
  }
  const child = spawn(process.execPath, [join(source, 'tools/audit-verify.ts')], { cwd: source, env })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(child, 'close')
  return { code: child.exitCode, said }
}

describe('a kill between a change and its row', () => {
  let deployment: Deployment
  let load: Load
  beforeAll(async () => {
    deployment = await startDeployment()
    const journal = newJournal()
    load = { deployment, journal, merchants: await signIn(deployment, journal) }
  }, 120_000)
  afterAll(() => deployment.close(), 60_000)

  // Each moment, in full runs; short ones take the one that a row of its own would not survive.
  const moments = full ? Object.keys(auditCrashes) : ['after-change']
  test.for(moments)(`leaves both or neither, %s, ${kills} times`, { timeout }, async (point) => {
    const source = await deployment.plant(Object.values(auditCrashes))
    await dies(source, point, kills)
    expect(await apart()).toEqual([])
    const found = await holds()
    expect(found.said, found.said).toContain('The audit log holds')
  })

  const late = { file, patches: [...Object.values(auditCrashes), lateAudit], timeout }
  planted('with rows that are written after the commit is found', late, async () => {
    const source = await deployment.plant(late.patches)
    await dies(source, 'after-change', 2)
    expect(await apart()).not.toEqual([])
  })

  /** Runs an API from a source with crash points until it has died there as often as wanted, under links being made. */
  async function dies(source: string, point: string, times: number): Promise<void> {
    const [api] = deployment.apis
    const before = api.crashes.length
    await api.kill()
    api.change({ source, env: { CRASH_AT: point, CRASH_EVERY: '3' } })
    await api.start()
    api.keepRunning()
    const shoppers = startLoad(load, { shoppers: 8, mix: ['success'] })
    try {
      expect(await becomes(() => api.crashes.length - before >= times, timeout * 0.8), `it dies ${point}`).toBe(true)
    } finally {
      await shoppers.stop()
      await api.kill()
      api.change({ source: sourceRoot, env: { CRASH_AT: '' } })
      await api.start()
    }
    report(
      `${load.journal.intents.filter(acknowledged).length} writes acknowledged, ${api.crashes.length - before} deaths ${point}`,
    )
  }

  /** Links of shoppers that have no row or more than one, and rows of links that are not there. */
  async function apart(): Promise<string[]> {
    const rows = await deployment.sql<{ ref: string; times: number }>(
      `select object_ref as ref, count(*)::int as times from audit_events
       where action = 'payment-link.create' and result = 'done' group by 1`,
    )
    const links = await deployment.sql<{ ref: string; description: string }>(
      'select link_ref as ref, description from payment_links',
    )
    const times = new Map(rows.map((row) => [row.ref, row.times]))
    const there = new Set(links.map(({ ref }) => ref))
    return [
      ...links
        .filter(({ ref, description }) => isMark(description) && times.get(ref) !== 1)
        .map(({ ref }) => `${ref} has no row`),
      ...rows.filter(({ ref }) => !there.has(ref)).map(({ ref }) => `${ref} has a row and is not there`),
    ]
  }

  async function holds(): Promise<{ code: number | null; said: string }> {
    const env = { ...deployment.settings, DATABASE_URL: deployment.ownerUrl }
    const child = spawn(process.execPath, [join(sourceRoot, 'tools/audit-verify.ts')], { cwd: sourceRoot, env })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text))
    await once(child, 'close')
    return { code: child.exitCode, said }
  }
})
