import type { Input, Output } from '#contract/kit/call.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import type * as contract from '#contract/backtests.ts'
import { limits } from '#contract/limits.ts'
import type { KeptBacktest, KeptBacktestCell, KeptBacktestCurrency } from '#server/db/kept-backtest.ts'
import type { KeptTrial } from '#server/db/kept-routing.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { runBacktest } from './backtest-job.ts'
import { channelsText, conditionsText, keptFields, validate } from './rule-fields.ts'
import { findRule } from './rules.ts'

type Shown = Output<typeof contract.beginBacktest>
type Wish = Input<typeof contract.beginBacktest>['body']
type Kept = Awaited<ReturnType<typeof listLatest>>[number]

/** Enqueues a backtest of a rule, and forgets the oldest of the merchant's. Throws as its declaration says. */
export async function beginBacktest(ctx: Ctx, wish: Wish): Promise<Shown> {
  const rule = await trialOf(ctx, wish)
  const { from, to } = periodOf(ctx, wish)
  ctx.auditSubject(rule.routing_ref, {
    ...madeAs({ name: rule.name, from, to }),
    ...madeAs({ conditions: conditionsText(rule.conditions), channels: channelsText(rule.channels) }),
  })
  const begun = await ctx.own
    .insert('routing_backtests', {
      backtest_id: newId(),
      routing_ref: rule.routing_ref,
      rule: JSON.stringify(rule),
      from_at: from,
      to_at: to,
      state: 'waiting',
      result: null,
      created_at: ctx.now,
      created_by: ctx.actor.name,
      finished_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (!begun) throw new Fault('inProgress')
  await forgetOld(ctx)
  ctx.enqueue(runBacktest, { backtestId: begun.backtest_id })
  return shown(begun)
}

/** The latest backtest, of a rule or of all. Throws `notFound`. Index: routing_backtests_newest. */
export async function readBacktest(ctx: Ctx, ref: string | undefined): Promise<Output<typeof contract.readBacktest>> {
  if (ref !== undefined && !(await findRule(ctx, ref))) throw new Fault('notFound')
  const [latest] = await listLatest(ctx, ref)
  return { backtest: latest ? shown(latest) : null }
}

function periodOf({ now }: Ctx, { from, to }: Wish): { from: Date; to: Date } {
  const until = to < now ? to : now
  if (from >= until) throw fieldFault('invalidRequest', 'from', 'not_before_end', 'The period ends before it begins.')
  if (until.getTime() - from.getTime() > limits.backtestDays * 86_400_000)
    throw fieldFault(
      'invalidRequest',
      'from',
      'period_too_long',
      `A backtest spans ${limits.backtestDays} days at most.`,
    )
  return { from, to: until }
}

/** The rule that is meant: what is sent, in the place of the saved one that is named. */
async function trialOf(ctx: Ctx, { routing_ref: ref, rule: wish }: Wish): Promise<KeptTrial> {
  const saved = ref === undefined ? undefined : await findRule(ctx, ref)
  if (ref !== undefined && !saved) throw new Fault('notFound')
  if (wish) await validate(ctx, wish, 'rule.')
  const fields = wish ? keptFields(wish) : saved
  if (!fields) throw fieldFault('invalidRequest', 'rule', 'required', 'This is required.')
  const { name, conditions, channels } = fields
  return {
    routing_ref: saved?.routing_ref ?? '',
    name,
    conditions,
    channels,
    is_default: saved?.is_default ?? false,
    position: wish?.position ?? saved?.position ?? limits.positionMost,
  }
}

/** Index: routing_backtests_newest. */
async function forgetOld(ctx: Ctx): Promise<void> {
  const kept = await ctx.own
    .select('routing_backtests')
    .select('backtest_id')
    .orderBy('created_at', 'desc')
    .limit(limits.backtests)
    .execute()
  const ids = kept.map(({ backtest_id: id }) => id)
  ctx.write(ctx.own.delete('routing_backtests').where('backtest_id', 'not in', ids))
}

const columns = [
  'backtest_id', 'routing_ref', 'rule', 'state', 'from_at', 'to_at', 'payments', 'progress', 'digest', 'result', 'created_at',
  'created_by', 'finished_at',
] as const // prettier-ignore

function listLatest(ctx: Ctx, ref: string | undefined) {
  const latest = ctx.own.select('routing_backtests').select(columns).orderBy('created_at', 'desc').limit(1)
  return (ref === undefined ? latest : latest.where('routing_ref', '=', ref)).execute()
}

function shown({ rule, from_at: from, to_at: to, payments, result, ...row }: Kept): Shown {
  return {
    ...row,
    rule_name: rule.name,
    from,
    to,
    payments: Number(payments),
    result: result && shownResult(result),
  }
}

function shownResult({ currencies, cells, ...result }: KeptBacktest): NonNullable<Shown['result']> {
  return { ...result, currencies: currencies.map(shownCurrency), cells: cells.map(shownCell) }
}
function shownCurrency({ fees_before, fees_after, ...row }: KeptBacktestCurrency) {
  const [before, after] = [BigInt(fees_before), BigInt(fees_after)]
  return { ...row, fees_before: before, fees_after: after, fee_difference: after - before }
}
const shownCell = ({ amount_from, amount_to, ...row }: KeptBacktestCell) => ({
  ...row,
  amount_from: BigInt(amount_from),
  amount_to: BigInt(amount_to),
})
