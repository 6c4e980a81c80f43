import { ask, inTurn, type Took } from './ask-in-turn.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn, type Session } from './sign-in.ts'
import type { Line } from './table.ts'
import { bigCount, bigMerchant, mediumMerchant } from './volume.ts'

export const title = `G3 p95 of lists of ${bigCount.toLocaleString('en')} payments, against lists of 100,000`

const days = { from: '2026-01-01 00:00:00' }
const filters: Record<string, object> = {
  newest: {},
  'status, method, date': { filters: { status: 'Success', payment_method: 'CARD', created_at: days } },
  'e-mail, exact': { filters: { email: 'shopper4711@example.com' } },
}

/** The same requests for a large merchant and for a medium one: the latency must not differ. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const api = await startProcess<{ url: string }>('api.ts', { ownerUrl })
  try {
    const { url } = api.ready
    const [big, medium] = [await signIn(url, bigMerchant), await signIn(url, mediumMerchant)]
    const list = (session: Session, body: object) =>
      ask<{ next_cursor: string | null }>(url, session, `/merchant/${session.user.merchantUuid}/payments`, body)
    // The middle of the list: by a cursor, as the console pages.
    const middle = async (session: Session) => {
      const { next_cursor } = await list(session, { filters: { created_at: { to: middleOfHistory() } } })
      return { filters: { created_at: { to: middleOfHistory() } }, cursor: next_cursor }
    }
    const questions = {
      ...Object.fromEntries(Object.entries(filters).map(([name, body]) => [name, { big: body, medium: body }])),
      'a page in the middle': { big: await middle(big), medium: await middle(medium) },
    }
    const lines: Line[] = []
    for (const [name, bodies] of Object.entries(questions)) {
      const results = await interleave(
        {
          big: () => inTurn(60, () => list(big, bodies.big)),
          medium: () => inTurn(60, () => list(medium, bodies.medium)),
        },
        rounds,
      )
      const ratio = ratioOf(results.big, results.medium, ({ p95Ms }) => p95Ms)
      const slowest = median(results.big.map(({ p95Ms }: Took) => p95Ms))
      lines.push(
        {
          what: `${name}, big / medium`,
          value: ratio.toFixed(2),
          goal: { measured: ratio, goal: 1.5, stretch: 1.2, better: 'less' },
        },
        {
          what: `${name}, p95`,
          value: `${slowest.toFixed(1)} ms`,
          goal: { measured: slowest, goal: 50, better: 'less', unit: ' ms' },
        },
      )
    }
    return lines
  } finally {
    await api.stop()
  }
}

const middleOfHistory = () => new Date(Date.now() - 45 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
