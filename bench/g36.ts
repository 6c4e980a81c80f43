import { Agent, request } from 'undici'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { openDesk, type Desk } from './payout-desk.ts'
import { startProcess, type Process } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import type { SendQuestion } from './send-worker.ts'
import type { Line } from './table.ts'

const count = Number(process.env['PAYOUTS_SENT'] ?? 1_000)
/** Of the channel that never answers, beside them. */
const stuck = 100
/** As many as the job asks at once. */
const atOnce = 32
export const title = `G36 ${count.toLocaleString('en')} payouts sent: looked at, claimed, opened, asked of the provider, its word kept and the next question planned, against plain POSTs ${atOnce} at a time; and the same beside ${stuck} by a channel that never answers`

/** Payouts a second of one worker; all are due before it begins. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const desk = await openDesk(ownerUrl)
  const sink = await startProcess<{ port: number }>('webhook-sink.ts', null)
  try {
    const { plain, ours, beside } = await interleave(
      {
        plain: () => postPlainly(sink, sink.ready.port),
        ours: () => send(desk, sink, sink.ready.port, 0),
        beside: () => send(desk, sink, sink.ready.port, stuck),
      },
      rounds,
    )
    const same = (one: number) => one
    const [share, cost] = [ratioOf(ours, plain, same), 1 - ratioOf(beside, ours, same)]
    return [
      { what: 'plain POSTs', value: `${median(plain).toFixed(0)}/s` },
      { what: 'ours', value: `${median(ours).toFixed(0)}/s` },
      { what: 'ours / plain', value: share.toFixed(3), goal: { measured: share, goal: 0.4, better: 'more' } },
      {
        what: 'what a dead channel costs the others',
        value: `${(cost * 100).toFixed(0)} %`,
        goal: { measured: cost, goal: 0.1, better: 'less' },
      },
    ]
  } finally {
    await sink.stop()
  }
}

async function send(desk: Desk, sink: Process, port: number, dead: number): Promise<number> {
  const worker = await startProcess('send-worker.ts', { ...desk, port })
  const tell = (question: SendQuestion) => worker.ask(question)
  try {
    await tell({ make: { alive: count, dead } })
    const begun = performance.now()
    await tell({ work: true })
    await sink.ask({ until: count })
    return (count * 1_000) / (performance.now() - begun)
  } finally {
    await worker.stop()
  }
}

async function postPlainly(sink: Process, port: number): Promise<number> {
  const agent = new Agent({ connections: atOnce })
  const body = JSON.stringify({ note: 'x'.repeat(700) })
  const begun = performance.now()
  const post = async () => {
    for (let n = 0; n < count / atOnce; n++) {
      const answer = await request(`http://127.0.0.1:${port}/hook`, {
        method: 'POST',
        dispatcher: agent,
        headers: { 'content-type': 'application/json' },
        body,
      })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, post))
  const sent = Math.ceil(count / atOnce) * atOnce
  const perSecond = (sent * 1_000) / (performance.now() - begun)
  await sink.ask({ until: sent })
  await agent.close()
  return perSecond
}
