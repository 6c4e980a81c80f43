import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '#server/kit/db/db.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { readMessage } from '#server/messages/queries.ts'
import { servicesOf } from '#server/services.ts'
import { approveByHand } from './approve-by-hand.ts'
import { asOwner } from './as-owner.ts'
import { partsOf, type BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { letPeopleAct, openDesk, waitingPayouts, type Desk } from './payout-desk.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { rowsLeft } from './rows-left.ts'
import { signIn, type Session } from './sign-in.ts'
import type { Line } from './table.ts'
import { payingMerchant } from './volume.ts'

const count = 1_000
export const title = `G32 ${count.toLocaleString('en')} payouts approved with one code, through the API, against the same rows by hand with a statement for each table`

/** The last approval of payouts of one account, which covers them all: each is set aside and on its way to the provider. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const desk = await openDesk(ownerUrl)
  const api = await startProcess<{ url: string }>('api.ts', { ownerUrl })
  const parts = await partsOf(ownerUrl)
  const database = openDatabase(parts.databaseUrl, { most: 1 })
  const running = { database, services: servicesOf(parts), now: () => new Date() }
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const session = await signIn(api.ready.url, payingMerchant)
  const code = async () => {
    const [row] = await asOwner<{ id: string }>(
      ownerUrl,
      `select message_id as id from messages where merchant_id = $1 and about_type = 'payout_code' order by message_id desc limit 1`,
      [desk.merchantId],
    )
    const owner = { merchantId: desk.merchantId, environment: 'sandbox' as const }
    const read = await ownTransaction(running, owner, { requestId: 'bench' }, (ctx) => readMessage(ctx, row?.id ?? ''))
    return /\d{6}/.exec(read?.text ?? '')?.[0] ?? ''
  }
  const wanted = async () => {
    const refs = await waitingPayouts(desk, count)
    await forgetCodes(desk)
    await post(api.ready.url, session, '/merchants/payout/generateOTP/approve', { txn_refs: refs })
    return { txn_refs: refs, otp: await code() }
  }
  const approve = (body: object) => took(() => post(api.ready.url, session, '/merchants/payout/approve', body))
  const byHand = (refs: readonly string[]) => took(() => approveByHand(client, desk, refs))
  try {
    await letPeopleAct(desk, true)
    const counted = { ownerUrl, merchantId: desk.merchantId, tables }
    const [refs, body] = [await waitingPayouts(desk, count), await wanted()]
    const left = {
      hand: await rowsLeft(counted, () => byHand(refs)),
      ours: await rowsLeft(counted, () => approve(body)),
    }
    if (left.hand !== left.ours) throw new Error(`not the same rows: by hand ${left.hand}, ours ${left.ours}`)
    const contenders = {
      hand: async () => byHand(await waitingPayouts(desk, count)),
      ours: async () => approve(await wanted()),
    }
    return lines(await interleave(contenders, rounds))
  } finally {
    await letPeopleAct(desk, false)
    await Promise.all([api.stop(), database.close(), client.end()])
  }
}

const tables = ['payout_acts', 'payout_counts', 'ledger_transfers', 'ledger_entries', 'timeline']

interface Took {
  times: number
  ms: number
}
async function took(run: () => Promise<unknown>): Promise<Took> {
  const began = performance.now()
  await run()
  return { times: count, ms: performance.now() - began }
}

/** A code may be asked for again at once. */
async function forgetCodes({ ownerUrl, merchantId }: Desk): Promise<void> {
  await asOwner(ownerUrl, `update payout_codes set made_at = made_at - interval '2 minutes' where merchant_id = $1`, [
    merchantId,
  ])
  await asOwner(ownerUrl, 'delete from payout_code_tries where merchant_id = $1', [merchantId])
}

async function post(url: string, { token }: Session, path: string, body: object): Promise<void> {
  const answer = await fetch(`${url}/gateway${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ environment: 'sandbox', ...body }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}

function lines({ hand, ours }: Record<'hand' | 'ours', Took[]>): Line[] {
  const ratio = ratioOf(ours, hand, ({ ms }) => ms)
  const of = (results: Took[]) => median(results.map(({ ms }) => ms))
  return [
    { what: 'by hand', value: `${of(hand).toFixed(0)} ms` },
    { what: 'ours / by hand', value: ratio.toFixed(2), goal: { measured: ratio, goal: 3, better: 'less' } },
    {
      what: 'ours',
      value: `${of(ours).toFixed(0)} ms`,
      goal: { measured: of(ours), goal: 2_000, better: 'less', unit: ' ms' },
    },
  ]
}
