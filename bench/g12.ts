import { Agent, request } from 'undici'
import { asOwner } from './as-owner.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { startProcess, type Process } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import type { Line } from './table.ts'
import { payingMerchant } from './volume.ts'
import type { WebhookQuestion } from './webhook-worker.ts'

const receivers = 16
const events = Number(process.env['EVENTS'] ?? 150)
const atOnce = 4
const warmUps = 1

export const title = `G12 ${events * receivers} deliveries of webhooks to ${receivers} receivers, each with its signature, attempt and plan, against plain POSTs ${receivers * atOnce} at a time; and the same beside a receiver that never answers`

/** Deliveries a second of one worker; all are due before it begins. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const [merchant] = await asOwner<{ merchant_id: string }>(
    ownerUrl,
    'select merchant_id from merchants where slug = $1',
    [payingMerchant],
  )
  if (!merchant) throw new Error(`no merchant ${payingMerchant}`)
  const sink = await startProcess<{ port: number }>('webhook-sink.ts', null)
  const task = { ownerUrl, merchantId: merchant.merchant_id }
  const { port } = sink.ready
  const hosts = Array.from({ length: receivers }, (_, n) => `http://127.0.0.${n + 1}:${port}`)
  const alive = hosts.map((host) => `${host}/hook`)
  const dead = `http://127.0.1.1:${port}/dead`
  try {
    const { plain, ours, beside } = await interleave(
      {
        plain: () => postPlainly(sink, alive),
        ours: () => deliver(task, sink, alive),
        beside: () => deliver(task, sink, [...alive, dead]),
      },
      rounds,
      warmUps,
    )
    const same = (one: number) => one
    const [share, cost] = [ratioOf(ours, plain, same), 1 - ratioOf(beside, ours, same)]
    return [
      { what: 'plain POSTs', value: `${median(plain).toFixed(0)}/s` },
      { what: 'ours', value: `${median(ours).toFixed(0)}/s` },
      {
        what: 'ours / plain',
        value: share.toFixed(3),
        goal: { measured: share, goal: 0.5, stretch: 0.65, better: 'more' },
      },
      {
        what: 'what a dead receiver costs the others',
        value: `${(cost * 100).toFixed(0)} %`,
        goal: { measured: cost, goal: 0.1, better: 'less' },
      },
    ]
  } finally {
    await sink.stop()
  }
}

/** Requests a second until the receivers that answer have all. */
async function deliver(task: object, sink: Process, urls: readonly string[]): Promise<number> {
  const worker = await startProcess('webhook-worker.ts', task)
  const tell = (question: WebhookQuestion) => worker.ask(question)
  try {
    await tell({ publish: { urls, events } })
    const begun = performance.now()
    await tell({ work: true })
    await sink.ask({ until: events * receivers })
    return (events * receivers * 1_000) / (performance.now() - begun)
  } finally {
    await worker.stop()
  }
}

async function postPlainly(sink: Process, urls: readonly string[]): Promise<number> {
  const agent = new Agent({ connections: atOnce })
  const body = JSON.stringify({ note: 'x'.repeat(700) })
  const headers = { 'content-type': 'application/json', 'user-agent': 'bench' }
  const begun = performance.now()
  const post = async (url: string): Promise<void> => {
    for (let n = 0; n < events / atOnce; n++) {
      const answer = await request(url, { method: 'POST', dispatcher: agent, headers, body })
      await answer.body.dump()
    }
  }
  await Promise.all(urls.flatMap((url) => Array.from({ length: atOnce }, () => post(url))))
  const sent = Math.ceil(events / atOnce) * atOnce * urls.length
  const perSecond = (sent * 1_000) / (performance.now() - begun)
  await sink.ask({ until: sent })
  await agent.close()
  return perSecond
}
