import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Owner } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { anchorFile, verifyAnchorFiles } from './anchors.ts'
import { act, keysOf } from './fixtures.ts'
import { auditLook } from './watch.ts'

let testApp: TestApp
let folder: string
let owner: Owner
beforeAll(async () => {
  testApp = await openTestApp()
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-watch-'))
  owner = { merchantId: (await testApp.addMerchant()).merchantId, environment: 'sandbox' }
})
afterAll(async () => {
  await testApp.close()
  await rm(folder, { recursive: true })
})

function newWorker() {
  const said: { level: number; msg: string; anchor?: object }[] = []
  const log = pino({ level: 'info' }, { write: (line) => void said.push(JSON.parse(line) as (typeof said)[number]) })
  const counts: number[] = []
  const look = auditLook({
    database: testApp.serveParts.database,
    keys: keysOf(testApp),
    log,
    dataDir: folder,
    now: () => new Date(),
    onFindings: (count) => void counts.push(count),
  })
  return { look, counts, said, alarms: () => said.filter(({ level }) => level === 60).length }
}

const asOwner = (work: (tx: Transaction) => Promise<unknown>) =>
  testApp.owner.transaction(null, async (tx) => {
    await tx.query('set local session_replication_role = replica', [])
    await work(tx)
  })

it('a worker verifies new rows, reports its position, and anchors it in the database, a file and the log', async () => {
  const worker = newWorker()
  await act(testApp, owner, 3)
  await worker.look()
  await act(testApp, owner, 2)
  await worker.look()
  expect(worker.counts).toEqual([0, 0])
  const session = await testApp.signIn(
    { merchantId: owner.merchantId, key: '', secret: 'x', slug: 's' },
    { roles: ['admin'] },
  )
  const answer = await testApp.call(session, 'GET', `/api/merchants/${owner.merchantId}/audit/chain`)
  expect(answer.body['content']).toMatchObject({ rows: 5, verified_rows: 5, finding: null })
  // Once a minute at most: the second look's two rows wait for theirs.
  const file = anchorFile(folder, new Date())
  const lines = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(lines).toMatchObject([{ merchant: owner.merchantId, environment: 'sandbox', seq: '3' }])
  expect(worker.said.map(({ anchor }) => anchor)).toEqual(lines)
  expect(await verifyAnchorFiles(testApp.owner, keysOf(testApp), [file])).toMatchObject({ anchors: 1, findings: [] })
})

it('finds a row that was changed after it had been verified, raises one alarm, and says where', async () => {
  const worker = newWorker()
  await worker.look()
  const change = (why: string) =>
    asOwner((tx) =>
      tx.query('update audit_events set why = $2 where merchant_id = $1 and seq = 2', [owner.merchantId, why]),
    )
  await change('nothing to see here')
  await worker.look()
  await worker.look()
  expect(worker.counts).toEqual([0, 1, 1])
  expect(worker.alarms()).toBe(1)
  const session = await testApp.signIn({ merchantId: owner.merchantId, key: '', secret: 'x', slug: 's' })
  const answer = await testApp.call(session, 'GET', `/api/merchants/${owner.merchantId}/audit/chain`)
  expect(answer.body['content']).toMatchObject({ finding: { row: 2, what: 'edited' } })
  await change('role')
  await worker.look()
  expect(worker.counts).toEqual([0, 1, 1, 1])
  await change('')
  await worker.look()
  expect(worker.counts).toEqual([0, 1, 1, 1, 0])
})

it('finds an end that was cut off together with the head', async () => {
  const worker = newWorker()
  await worker.look()
  await asOwner(async (tx) => {
    await tx.query('delete from audit_events where merchant_id = $1 and seq = 5', [owner.merchantId])
    await tx.query(
      'update audit_heads h set seq = e.seq, link = e.link from audit_events e where h.merchant_id = $1 and e.merchant_id = $1 and e.seq = 4',
      [owner.merchantId],
    )
  })
  await worker.look()
  expect(worker.counts).toEqual([0, 1])
})
