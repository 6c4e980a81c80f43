import { dayAfter, dayAt } from '#contract/kit/zoned-day.ts'
import { statusesAlone, statusesInMatch } from '#contract/recon-dashboard-shapes.ts'
import { writeCursor } from '#server/kit/lists/list-cursor.ts'
import { asOwner } from './as-owner.ts'
import { ask, inTurn } from './ask-in-turn.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { startProcess, type Process } from './process.ts'
import {
  addClosed, addReconPair, addRecords, answerUntil, beginReconRun, clearRecon, exceptionOwner, sayOpenFrom, sourceA,
} from './recon-volume.ts' // prettier-ignore
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn, type Session } from './sign-in.ts'
import type { Line } from './table.ts'
import { payingMerchant, smallMerchant } from './volume.ts'

const closed = Number(process.env['CLOSED_RECORDS'] ?? 10_000_000)
const open = 50_000
export const title = `G38 reconciliation beside ${closed.toLocaleString('en')} closed records of a year: a night's run over ${open.toLocaleString('en')} open ones against the same alone, lists, and a summary of 90 days against the sums of its records`

const today = dayAt(new Date(), 'UTC')
const daysAgo = (days: number) => dayAfter(today, -days)
const closedPairs = closed / 2
/** Pairs of the day before the last, of which the evening's run has said something, and of the last day, which the night's run sees first. */
const evening = { from: closedPairs + 1, to: closedPairs + open / 4, firstDay: daysAgo(2), days: 1 }
const night = { from: evening.to + 1, to: closedPairs + open / 2, firstDay: daysAgo(1), days: 1 }
const [eveningRun, nightRun] = [2, 3]

/** A merchant after a year of closed settlements, and one who has only what is open. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const api = await startProcess<{ url: string }>('api.ts', { ownerUrl })
  const [session, other] = [await signIn(api.ready.url, payingMerchant), await signIn(api.ready.url, smallMerchant)]
  const runners = {
    beside: await runnerOf(ownerUrl, session.user.merchantUuid),
    alone: await runnerOf(ownerUrl, other.user.merchantUuid),
  }
  try {
    await clearRecon(ownerUrl)
    for (const { merchantId } of Object.values(runners)) {
      await addReconPair(ownerUrl, merchantId)
      await answerUntil(ownerUrl, merchantId, daysAgo(3))
    }
    const firstDay = daysAgo(367)
    await addClosed(ownerUrl, runners.beside.merchantId, { from: 1, to: closedPairs, firstDay, days: 365 })
    for (const runner of Object.values(runners)) await openDays(ownerUrl, runner)
    await asOwner(ownerUrl, 'vacuum analyze')
    const { beside, alone } = await interleave(
      { beside: () => run(ownerUrl, runners.beside, nightRun), alone: () => run(ownerUrl, runners.alone, nightRun) },
      rounds,
    )
    const slower = ratioOf(beside, alone, (seconds) => seconds)
    return [
      { what: 'a run of a night, alone', value: `${median(alone).toFixed(2)} s` },
      {
        what: 'beside closed ones / alone',
        value: slower.toFixed(2),
        goal: { measured: slower, goal: 1.2, better: 'less' },
      },
      ...(await measureLists(api.ready.url, session, rounds)),
      ...(await measureSummary(ownerUrl, api.ready.url, session, rounds)),
    ]
  } finally {
    await clearRecon(ownerUrl)
    await Promise.all([api.stop(), runners.beside.process.stop(), runners.alone.process.stop()])
  }
}

interface Runner {
  merchantId: string
  process: Process
}
const runnerOf = async (ownerUrl: string, merchantId: string): Promise<Runner> => ({
  merchantId,
  process: await startProcess('recon-run.ts', { ownerUrl, merchantId }),
})

/** The evening's records with their run, and the files that have come since. */
async function openDays(ownerUrl: string, runner: Runner): Promise<void> {
  await addRecords(ownerUrl, runner.merchantId, evening)
  await asOwner(ownerUrl, 'analyze recon_records, recon_files')
  await run(ownerUrl, runner, eveningRun)
  await sayOpenFrom(ownerUrl, runner.merchantId)
  await addRecords(ownerUrl, runner.merchantId, night)
}

/** Works a run out, after all has been forgotten that it said when it was worked out before. */
async function run(ownerUrl: string, { merchantId, process }: Runner, runNo: number): Promise<number> {
  for (const table of ['recon_sums', 'recon_delays'])
    await asOwner(ownerUrl, `delete from ${table} where merchant_id = $1 and day >= $2`, [merchantId, night.firstDay])
  await asOwner(ownerUrl, 'delete from settlements where merchant_id = $1 and last_on >= $2', [merchantId, night.firstDay]) // prettier-ignore
  await asOwner(ownerUrl, 'delete from recon_outcomes where merchant_id = $1 and from_run = $2 and from_run > 1', [merchantId, runNo]) // prettier-ignore
  await asOwner(ownerUrl, 'delete from recon_runs where merchant_id = $1 and run_no = $2', [merchantId, runNo])
  await beginReconRun(ownerUrl, merchantId, runNo)
  const { seconds } = await process.ask<{ seconds: number }>({ msmId: 1, runNo })
  const counted = `select count(*)::integer as count from recon_outcomes where merchant_id = $1 and from_run = $2 and from_run > 1`
  const [written] = await asOwner<{ count: number }>(ownerUrl, counted, [merchantId, runNo])
  // Of 1,000 pairs one has no line yet.
  const expected = Math.floor((open / 2) * 0.9995)
  if (Math.abs((written?.count ?? 0) - expected) > 1) throw new Error(`${written?.count} outcomes, not ${expected}`)
  return seconds
}

const middle = (ref: string) => ({ cursor: writeCursor({ column: 'transaction_date', order: 'desc', value: daysAgo(180), ref, backwards: false }) }) // prettier-ignore
const exceptions = {
  newest: {},
  'by reason and owner': { filters: { status: 'amount_mismatch', owner_id: exceptionOwner } },
  'by a reason that none has': { filters: { status: 'duplicate' } },
  'oldest first': { sorting_data: [{ column: 'transaction_date', order: 'asc' }] },
  'a reference': { search: `ORDER-${closedPairs / 2}` },
  'a page in the middle': middle('8'),
}
const dashboard = {
  newest: {},
  'by status and difference, many': { status: 'fee_mismatch', mismatches: ['fee'] },
  'by status and difference, few': { status: 'tax_mismatch', mismatches: ['tax'] },
  'matched, by difference': { status: statusesInMatch, mismatches: ['fee'] },
  'matched with nothing': { status: statusesAlone },
  'a reference': { search: `ORDER-${closedPairs / 2}` },
  'a page in the middle': middle('8'),
}

/** Requests of each kind, one after the other, as the console sends them. */
async function measureLists(url: string, session: Session, rounds: number): Promise<Line[]> {
  const asked = [
    ...Object.entries(exceptions).map(([name, body]) => ({
      what: `exceptions, ${name}`, path: '/api/recon/exceptions/list', body,
    })),
    ...Object.entries(dashboard).map(([name, body]) => ({
      what: `records, ${name}`, path: '/merchants/recon/v3/dashboard-records', body: { msm_id: 1, data_source: sourceA, ...body },
    })),
  ] // prettier-ignore
  const lines: Line[] = []
  for (const { what, path, body } of asked) {
    const { took } = await interleave({ took: () => inTurn(60, () => ask(url, session, path, body)) }, rounds)
    const slowest = median(took.map(({ p95Ms }) => p95Ms))
    lines.push({
      what: `${what}, p95`,
      value: `${slowest.toFixed(1)} ms`,
      goal: { measured: slowest, goal: 50, better: 'less', unit: ' ms' },
    })
  }
  return lines
}

/** What came of 90 days, as a call and as the least that PostgreSQL does to add their records up. */
async function measureSummary(ownerUrl: string, url: string, session: Session, rounds: number): Promise<Line[]> {
  const from = daysAgo(90)
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  const { ours, raw } = await interleave(
    {
      ours: () => timed(() => ask(url, session, '/merchants/recon/summary', { from })),
      raw: () => timed(() => asOwner(ownerUrl, grouped, [session.user.merchantUuid, from])),
    },
    rounds,
  )
  const share = ratioOf(ours, raw, (ms) => ms)
  return [
    { what: 'summary of 90 days', value: `${median(ours).toFixed(1)} ms, by hand ${median(raw).toFixed(0)} ms` },
    {
      what: 'summary / GROUP BY by hand',
      value: share.toFixed(3),
      goal: { measured: share, goal: 0.05, better: 'less' },
    },
  ]
}
const grouped = `select day, side, status, currency, count(*), sum(gross), sum(fee), sum(tax), sum(amount_off) from recon_outcomes
  where merchant_id = $1 and environment = 'sandbox' and msm_id = 1 and side in ('a', 'b') and until_run = 2147483647 and day >= $2
  group by day, side, status, currency`
