import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PayoutBatch } from '#contract/payout-batches.ts'
import { asOwner } from './as-owner.ts'
import { childrenOf } from './cpu.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { forgetPeak, memoryOf, peakOf } from './memory.ts'
import { letPeopleAct, openDesk } from './payout-desk.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn, type Session } from './sign-in.ts'
import type { Line } from './table.ts'
import { payingMerchant } from './volume.ts'

const rows = 10_000
export const title = `G33 a sheet of ${rows.toLocaleString('en')} payments checked through the API and kept for its result, against reading it and the same look-ups by hand`

interface Result {
  seconds: number
  /** What the API holds more than before, and what its reader holds. */
  peakMb: number
}

export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const desk = await openDesk(ownerUrl, 'SGD')
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-bench-'))
  const path = join(folder, 'payments.csv')
  await writeFile(path, sheetOf(desk.accountNo))
  const [api, hand] = [
    await startProcess<{ url: string }>('api.ts', { ownerUrl }),
    await startProcess('payments-by-hand.ts', desk),
  ]
  try {
    const session = await signIn(api.ready.url, payingMerchant)
    await letPeopleAct(desk, true)
    const check = async (): Promise<Result> => {
      await asOwner(ownerUrl, 'delete from payout_batch_rows where merchant_id = $1', [desk.merchantId])
      forgetPeak(api.pid)
      const before = memoryOf(api.pid).nowMb
      let readerMb = 0
      const watch = setInterval(() => (readerMb = Math.max(readerMb, ...childrenOf(api.pid).map(peakOf))), 10)
      const began = performance.now()
      await upload(api.ready.url, session, sheetOf(desk.accountNo))
      clearInterval(watch)
      return { seconds: (performance.now() - began) / 1_000, peakMb: memoryOf(api.pid).peakMb - before + readerMb }
    }
    const byHand = async (): Promise<Result> => ({ ...(await hand.ask<{ seconds: number }>({ path })), peakMb: 0 })
    return lines(await interleave({ hand: byHand, ours: check }, rounds))
  } finally {
    await letPeopleAct(desk, false)
    await Promise.all([api.stop(), hand.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

function sheetOf(account: string): string {
  const row = (n: number) => `SHEET-${n},${account},Supplier ${n},${20_000_000 + n},DBSSSGSG,SG,SGD,${(n % 999) + 1}.50`
  const head = 'Reference,VirtualAccount,BeneficiaryName,AccountNumber,BankCode,Country,Currency,Amount'
  return [head, ...Array.from({ length: rows }, (_, n) => row(n))].join('\n')
}

async function upload(url: string, { token }: Session, sheet: string): Promise<void> {
  const form = new FormData()
  form.set('dry_run', 'true')
  form.set('file', new Blob([sheet]), 'payments.csv')
  const answer = await fetch(`${url}/gateway/api/payouts/batches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    body: form,
  })
  if (!answer.ok) throw new Error(`no upload: ${answer.status} ${await answer.text()}`)
  const { content } = (await answer.json()) as { content: PayoutBatch }
  if (content.valid_count !== rows)
    throw new Error(`only ${content.valid_count} rows are right: ${JSON.stringify(content.errors[0])}`)
}

function lines({ hand, ours }: Record<'hand' | 'ours', Result[]>): Line[] {
  const ratio = ratioOf(ours, hand, ({ seconds }) => seconds)
  const of = (results: Result[], figure: (result: Result) => number) => median(results.map(figure))
  const peakMb = of(ours, (result) => result.peakMb)
  return [
    { what: 'by hand', value: `${of(hand, ({ seconds }) => seconds).toFixed(2)} s` },
    { what: 'ours', value: `${of(ours, ({ seconds }) => seconds).toFixed(2)} s` },
    { what: 'ours / by hand', value: ratio.toFixed(2), goal: { measured: ratio, goal: 2.5, better: 'less' } },
    {
      what: 'memory: more of the API, and the reader',
      value: `${peakMb.toFixed(0)} MB`,
      goal: { measured: peakMb, goal: 256, better: 'less', unit: ' MB' },
    },
  ]
}
