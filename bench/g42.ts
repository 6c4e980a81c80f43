import { dayAfter, dayAt } from '#contract/kit/zoned-day.ts'
import { asOwner } from './as-owner.ts'
import { ask, inTurn } from './ask-in-turn.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { zone } from './merchant-abroad.ts'
import { fillSales, sold } from './remittance-volume.ts'
import { startProcess } from './process.ts'
import { interleave, median } from './rounds.ts'
import { signIn } from './sign-in.ts'
import type { Line } from './table.ts'

export const title =
  'G42 p95 of a release calendar of two years with a tranche for each settlement, and of certificates that nobody has asked for before, warm'

const turns = Number(process.env['TURNS'] ?? 40)

export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const merchantId = await fillSales(ownerUrl)
  const api = await startProcess<{ url: string }>('api.ts', { ownerUrl })
  try {
    const { url } = api.ready
    const session = await signIn(url, sold.slug)
    const today = dayAt(new Date(), zone)
    const lines: Line[] = []
    for (const by of ['day', 'week', 'month']) {
      const path = `/api/remittances/reserve/calendar?by=${by}&from=${today}&to=${dayAfter(today, 731)}`
      await expectReleases(ownerUrl, merchantId, await ask<Calendar>(url, session, path))
      const { took } = await interleave({ took: () => inTurn(turns, () => ask(url, session, path)) }, rounds)
      lines.push(lineOf(`calendar by ${by}`, median(took.map(({ p95Ms }) => p95Ms)), 20))
    }
    await asOwner(ownerUrl, 'truncate remittance_certificates cascade')
    const settlements = await asOwner<{ ref: string }>(ownerUrl, newest, [merchantId])
    const refs = settlements.map(({ ref }) => ref).values()
    const draw = (language: string) => () => certificate(url, session, refs.next().value ?? '', language)
    const made = { English: 'en', Korean: 'ko' }
    for (const [name, language] of Object.entries(made)) {
      const { took } = await interleave({ took: () => inTurn(turns, draw(language)) }, rounds)
      lines.push(lineOf(`certificate in ${name}, drawn`, median(took.map(({ p95Ms }) => p95Ms)), 100))
    }
    const kept = settlements[0]?.ref ?? ''
    const { took } = await interleave({ took: () => inTurn(turns, () => certificate(url, session, kept, 'en')) }, rounds)
    return [...lines, lineOf('certificate that is kept', median(took.map(({ p95Ms }) => p95Ms)), 100)]
  } finally {
    await api.stop()
  }
} // prettier-ignore

interface Calendar {
  content: { balance: number; releases: { amount: number; tranches: number }[] }
}
/** All that is held comes free within the two years, to the last unit. */
async function expectReleases(ownerUrl: string, merchantId: string, { content }: Calendar): Promise<void> {
  const held = `select sum(left_minor)::text as held, count(*)::int as tranches from reserve_tranches where merchant_id = $1`
  const [row] = await asOwner<{ held: string; tranches: number }>(ownerUrl, held, [merchantId])
  const minor = content.releases.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  const tranches = content.releases.reduce((sum, one) => sum + one.tranches, 0)
  if (String(minor) !== row?.held || tranches !== row.tranches || Math.round(content.balance * 100) !== minor)
    throw new Error(`${minor} of ${tranches} tranches, not ${row?.held} of ${row?.tranches}`)
}

const newest = `select settlement_ref as ref from remittances where merchant_id = $1 and status = 'Remitted' order by settlement_ref desc`
async function certificate(
  url: string,
  session: Awaited<ReturnType<typeof signIn>>,
  ref: string,
  language: string,
): Promise<void> {
  const path = `/api/remittances/${ref}/certificate?language=${language}`
  const { content } = await ask<{ content: { data_url: string } }>(url, session, path)
  if (content.data_url.length < 10_000) throw new Error(`no certificate of ${ref}`)
}

const lineOf = (what: string, ms: number, goal: number): Line => ({
  what,
  value: `${ms.toFixed(1)} ms`,
  goal: { measured: ms, goal, better: 'less', unit: ' ms' },
})
