import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ThirdPartyUpload } from '#contract/third-party.ts'
import { asOwner } from './as-owner.ts'
import { ask } from './ask-in-turn.ts'
import { closedLoop } from './closed-loop.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { childrenOf } from './cpu.ts'
import { memoryOf, peakOf } from './memory.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn, type Session } from './sign-in.ts'
import type { Line } from './table.ts'
import { payingMerchant } from './volume.ts'

const rows = 100_000
export const title = `G10 a sheet of ${rows.toLocaleString('en')} transactions of others, 12 columns, from the upload until they are there, against csv-parse that only reads it; and the p99 of the API meanwhile`

interface Result {
  seconds: number
  /** Of the process that reads the sheet. */
  peakMb: number
  /** How much more the worker holds than before. */
  moreMb: number
}

/** An import by the API and a worker against a loop that parses the same file. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-bench-'))
  const path = join(folder, 'told.csv')
  const sheet = sheetOf(rows)
  await writeFile(path, sheet)
  const [api, worker, hand] = await Promise.all([
    startProcess<{ url: string }>('api.ts', { ownerUrl }),
    startProcess('import-worker.ts', { ownerUrl }),
    startProcess('csv-by-hand.ts', null),
  ])
  try {
    const session = await signIn(api.ready.url, payingMerchant)
    const load = async (): Promise<Result> => {
      await asOwner(ownerUrl, 'truncate third_party_transactions')
      const before = memoryOf(worker.pid).nowMb
      const began = performance.now()
      const uploadId = await upload(api.ready.url, session, sheet)
      let [peakMb, mostMb] = [0, before]
      while (!(await isLoaded(ownerUrl, uploadId))) {
        peakMb = Math.max(peakMb, ...childrenOf(worker.pid).map(peakOf))
        mostMb = Math.max(mostMb, memoryOf(worker.pid).nowMb)
        await delay(10)
      }
      return { seconds: (performance.now() - began) / 1_000, peakMb, moreMb: mostMb - before }
    }
    const results = await interleave(
      { hand: async () => ({ ...(await hand.ask<Result>({ path })), moreMb: 0 }), ours: load },
      rounds,
    )
    const lists = (seconds: number) =>
      closedLoop({ connections: 4, seconds }, async () => {
        await ask(api.ready.url, session, `/merchant/${session.user.merchantUuid}/payments`, {})
      })
    await lists(1)
    const p99 = { alone: [] as number[], meanwhile: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      p99.alone.push((await lists(1.5)).p99Ms)
      const [meanwhile] = await Promise.all([lists(1.5), load()])
      p99.meanwhile.push(meanwhile.p99Ms)
    }
    return lines(results, { alone: median(p99.alone), meanwhile: median(p99.meanwhile) })
  } finally {
    await Promise.all([api.stop(), worker.stop(), hand.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

function sheetOf(count: number): string {
  const head = 'date,channel_order_ref,merchant_order_ref,amount,currency,status,method,channel,payer,email,fee,description' // prettier-ignore
  const row = (n: number) =>
    `2026-0${1 + (n % 9)}-1${n % 10} 1${n % 10}:0${n % 6}:00,CH${1e9 + n},ORDER-${n},${((n * 37) % 99_999) / 100},SGD,success,card,Acquirer,Shopper ${n},shopper${n}@example.com,${(n % 100) / 100},"Item, number ${n}"`
  return `${head}\r\n${Array.from({ length: count }, (_, n) => row(n)).join('\r\n')}\r\n`
}

async function upload(url: string, { token }: Session, sheet: string): Promise<string> {
  const form = new FormData()
  form.set('source', 'bench')
  form.set('file', new Blob([sheet]), 'told.csv')
  const answer = await fetch(`${url}/gateway/merchants/third_party/transactions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    body: form,
  })
  if (!answer.ok) throw new Error(`no upload: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { content: ThirdPartyUpload }).content.upload_id
}

async function isLoaded(ownerUrl: string, uploadId: string): Promise<boolean> {
  const question = 'select state, valid from third_party_uploads where upload_id = $1'
  const [found] = await asOwner<{ state: string; valid: number }>(ownerUrl, question, [uploadId])
  if (found?.state === 'loaded' && found.valid !== rows) throw new Error(`only ${found.valid} rows were loaded`)
  if (found?.state === 'refused') throw new Error('the sheet was refused')
  return found?.state === 'loaded'
}

function lines(
  { hand, ours }: Record<'hand' | 'ours', Result[]>,
  p99: { alone: number; meanwhile: number },
): Line[] {
  const of = (results: Result[], figure: (result: Result) => number) => median(results.map(figure))
  const time = ratioOf(ours, hand, ({ seconds }) => seconds)
  const memory = ratioOf(ours, hand, ({ peakMb }) => peakMb)
  const slower = p99.meanwhile / p99.alone
  const facts = (results: Result[]) =>
    `${of(results, ({ seconds }) => seconds).toFixed(2)} s, ${of(results, ({ peakMb }) => peakMb).toFixed(0)} MB at most`
  return [
    { what: 'csv-parse alone', value: facts(hand) },
    { what: 'ours', value: `${facts(ours)}; the worker ${of(ours, ({ moreMb }) => moreMb).toFixed(0)} MB more` },
    { what: 'ours / csv-parse, time', value: time.toFixed(2), goal: { measured: time, goal: 2.5, better: 'less' } },
    { what: 'ours / csv-parse, memory of the process that reads', value: memory.toFixed(2), goal: { measured: memory, goal: 2, better: 'less' } },
    { what: 'p99 of a list meanwhile / alone', value: `${p99.meanwhile.toFixed(0)} / ${p99.alone.toFixed(0)} ms = ${slower.toFixed(2)}`, goal: { measured: slower, goal: 3, better: 'less' } },
  ]
} // prettier-ignore
