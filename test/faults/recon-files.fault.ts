import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReconFileStage } from '#contract/recon-file-states.ts'
import { countOf, report } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { anyOf } from './intents.ts'
import { keptSignedIn, type SignedIn } from './invoice-calls.ts'
import { newJournal } from './journal.ts'
import { kill, killsIn } from './kill-stages.ts'
import { merchantOf } from './page-calls.ts'
import type { Patch } from './patched-source.ts'
import { packagesReadable, reconEqualAdded, reconLoadedInPieces } from './planted.ts'
import { planted } from './planted-test.ts'

/**
 * Files of reconciliation while the worker that reads them, or the database, is killed in every stage: whenever one looks, all
 * records of a file count or none, and in the end each counts once.
 */
const rows = countOf(8_000, 6_000)
const rounds = countOf(20, 1)
const file = import.meta.filename
const timeout = countOf(40 * 60_000, 180_000)
const patience = countOf(180_000, 90_000)

let deployment: Deployment
let signedIn: SignedIn
beforeAll(async () => {
  deployment = await startDeployment()
  signedIn = keptSignedIn(deployment, newJournal(), { sessions: 1 })
  await call('/merchants/recon/file-mapping', mapping)
}, 120_000)
afterAll(async () => deployment.close(), 60_000)

const stages = ['waiting', 'reading', 'comparing', 'withdrawing'] as const
const each = killsIn('a file', stages)

test.for(each)(`%s killed ${rounds} times while a file of ${rows} rows is %s`, { timeout }, async ([victim, stage]) => {
  await work([])
  let looks = 0
  const longest = { ms: 0 }
  for (let round = 0; round < rounds; round++) {
    const reconId = await send(nextFile++)
    const looking = lookAt(reconId)
    if (stage === 'withdrawing') {
      await ends(reconId)
      await call(`/api/recon/files/${reconId}/withdraw`, {})
      await delay(Math.random() * 150)
    } else await reaches(reconId, stage)
    const since = performance.now()
    await kill(deployment, victim)
    const ended = await ends(reconId)
    longest.ms = Math.max(longest.ms, performance.now() - since)
    const { seen, times } = await looking.stop()
    looks += times
    expect(seen, deployment.log.slice(-20).join('\n')).toEqual([])
    const counts = stage === 'withdrawing' ? 0 : rows
    expect([ended.status, await countingOf(reconId)], deployment.log.slice(-20).join('\n')).toEqual(['Success', counts])
  }
  report(
    `${victim}, ${stage}: ${rounds} kills, ${looks} looks, ended at most ${Math.round(longest.ms)} ms after a kill`,
  )
})

planted('a file that is loaded in pieces is found', { file, patches: [reconLoadedInPieces], timeout }, async () => {
  await work([reconLoadedInPieces])
  const found: number[] = []
  for (let n = 0; n < 5 && found.length === 0; n++) {
    const reconId = await send(nextFile++)
    const looking = lookAt(reconId)
    await becomes(async () => (await fileOf(reconId)).status !== 'Initiated', 10_000)
    found.push(...(await looking.stop()).seen)
  }
  expect(found.length).toBeGreaterThan(0)
})

planted('of equal rows the sum instead of the most of any one file is found', { file, patches: reconEqualAdded, timeout }, async () => {
  const equal = async () => {
    const [n, line] = [nextFile++, '2026-03-01 10:00:00,SAME,1.25']
    const of = (times: number) => Array.from({ length: times }, () => line.replace('SAME', `SAME${n}`))
    const first = await sendText([...of(2), `2026-03-01 10:00:00,ALONE${n},1`])
    await ends(first)
    const second = await sendText(of(3))
    await ends(second)
    return (await countingOf(first)) + (await countingOf(second))
  }
  await work([])
  expect(await equal()).toBe(4)
  await work(reconEqualAdded)
  expect(await equal()).toBe(6)
}) // prettier-ignore

let nextFile = 1

/** Lets the worker work with this source. */
async function work(patches: readonly Patch[]): Promise<void> {
  await deployment.worker.kill()
  deployment.worker.change({ source: await deployment.plant([packagesReadable, ...patches]) })
  await deployment.worker.start()
}

/** Looks all the time how many of a file's records count. */
function lookAt(reconId: string) {
  const seen = new Set<number>()
  let times = 0
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      const count = await countingOf(reconId).catch(() => null)
      if (count !== null) times += 1
      if (count !== null && count !== 0 && count !== rows) seen.add(count)
      await delay(15)
    }
  })()
  return {
    async stop() {
      isOver = true
      await looking
      return { seen: [...seen], times }
    },
  }
}

/** The file's rows that count: its own, and those that count as another file's. */
async function countingOf(reconId: string): Promise<number> {
  const [row] = await deployment.sql<{ count: number }>(
    `select count(*)::int as count from recon_records where (merchant_id, environment, recon_id) in
       (select merchant_id, environment, recon_id from recon_files where recon_id = $1) and standing = 'current'`,
    [reconId],
  )
  return row?.count ?? 0
}

interface Looked {
  status: string
  stage: ReconFileStage
}
async function fileOf(reconId: string): Promise<Looked> {
  const [row] = await deployment.sql<Looked>('select status, stage from recon_files where recon_id = $1', [reconId])
  return row ?? { status: 'Initiated', stage: '' }
}
/** The end of what is under way, whatever is killed meanwhile. */
async function ends(reconId: string): Promise<Looked> {
  let last: Looked = { status: 'Initiated', stage: '' }
  await becomes(async () => {
    last = await fileOf(reconId).catch(() => last)
    return last.status !== 'Initiated' && last.stage === ''
  }, patience)
  return last
}
/** A stage, or one after it that came so soon that nobody saw it. */
async function reaches(reconId: string, stage: 'waiting' | 'reading' | 'comparing'): Promise<void> {
  const after = ['waiting', 'reading', 'comparing', '']
  const deadline = performance.now() + 30_000
  while (performance.now() < deadline) {
    const now = await fileOf(reconId)
    if (after.indexOf(now.stage) >= after.indexOf(stage)) break
    await delay(3)
  }
  // Anywhere within it.
  if (stage !== 'comparing') await delay(Math.random() * 300)
}

const send = (n: number): Promise<string> =>
  sendText(Array.from({ length: rows }, (_, at) => `2026-03-01 10:00:00,F${n}-${at},${at}.25`))

async function sendText(lines: readonly string[]): Promise<string> {
  const form = new FormData()
  form.set('payment_channel_key', 'SIMULATOR')
  form.set('file_type', 'recon')
  form.set('file', new Blob([['Date,Reference,Gross', ...lines].join('\n')]), `file-${nextFile}.csv`)
  const { data } = await call<{ recon_id: string }>('/merchants/recon/upload-file', form)
  return data.recon_id
}

const mapping = {
  payment_channel_key: 'SIMULATOR',
  engine_source: 'SHEET',
  display_name: 'Settlement',
  file_type: 'recon',
  currency: 'SGD',
  source_date_format: 'YYYY-MM-DD HH:mm:ss',
  input_header: { date: 'Date', amount: 'Gross', txn_ref: 'Reference' },
  reading: { decimal: '.', time_zone: 'UTC', type: 'payment', identity: ['Reference'] },
}

/** Asks until there is an answer: the API's connections may still be those of a database that was killed. */
async function call<T>(path: string, body: object | FormData): Promise<{ data: T }> {
  const session = anyOf(merchantOf(await signedIn(), 'acme').sessions)
  let said = ''
  for (let n = 0; n < 40; n++) {
    const answer = await fetch(`${deployment.apis[0].url}/gateway${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${session.token}`,
        ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      body: body instanceof FormData ? body : JSON.stringify(body),
    })
    said = await answer.text()
    if (answer.status === 200) return JSON.parse(said) as { data: T }
    if (answer.status < 500) break
    await delay(250)
  }
  throw new Error(`${path}: ${said}`)
}
