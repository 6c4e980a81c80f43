import { createHash, hash, type Hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { limits } from '#contract/limits.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { PaymentMethod } from '#contract/methods.ts'
import type { KeptBacktest } from '#server/db/kept-backtest.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { between, listPast, type Past, type Place } from './backtest-payments.ts'
import { replayOf, type Kind, type Replay, type Setting } from './backtest-replay.ts'
import { createTally, type Group, type Tally, type Terms } from './backtest-tally.ts'

/** The place of a channel's fee terms in one currency. */
export const termsKey = (channelKey: string, currency: string): string => JSON.stringify([channelKey, currency])

/** One run of a backtest. A worker that died leaves one behind, whose number is no longer the row's. */
export interface Run {
  backtestId: string
  run: number
  from: Date
  to: Date
  setting: Setting
  /** The country of orders that name none. */
  country: string
  /** By `termsKey`. */
  terms: ReadonlyMap<string, Terms>
}

export interface Done {
  result: KeptBacktest
  /** Of each decision and the result. */
  digest: string
  looked: number
}

type Transact = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/**
 * Decides about every past payment of a run. Null when the run is no longer the backtest's. Throws when the worker stops.
 * Guarantee: the same payments and setting give the same result and digest, however they are cut into pieces.
 */
export async function replayAll(run: Run, transaction: Transact, signal: AbortSignal): Promise<Done | null> {
  const state: State = { run, kinds: new Map(), tally: createTally(), decisions: createHash('sha256') }
  let looked = 0
  let notedAt = 0
  const next = (before: Place | null) =>
    transaction(async (ctx) => {
      const isDue = ctx.now.getTime() - notedAt >= noteMs
      if (isDue && !(await noteProgress(ctx, run, looked, before))) return null
      if (isDue) notedAt = ctx.now.getTime()
      return listPast(ctx, run, before, Math.min(pieceRows, limits.backtestPayments - looked))
    })
  let piece = await next(null)
  while (piece && piece.length > 0) {
    if (signal.aborted) throw new Error('the worker stops')
    looked += piece.length
    const [at, orderRef] = piece.at(-1) as Past
    const isLast = piece.length < pieceRows || looked >= limits.backtestPayments
    // The next piece is under way while this one is decided about.
    const [following] = await Promise.all([isLast ? [] : next({ at, orderRef }), decideAll(state, piece)])
    piece = following
  }
  if (!piece) return null
  const { tally, decisions } = state
  const result = await tally.result((key, currency) => run.terms.get(termsKey(key, currency)) ?? null, setImmediate)
  const kept = { ...result, is_capped: looked >= limits.backtestPayments }
  return { result: kept, digest: hash('sha256', decisions.digest('hex') + JSON.stringify(kept)), looked }
}
const pieceRows = 5_000
const noteMs = 500

/** False when the run is no longer the backtest's. */
async function noteProgress(ctx: Ctx, { backtestId, run, from, to }: Run, looked: number, place: Place | null) {
  const passed = place ? to.getTime() - new Date(place.at).getTime() : 0
  const progress = Math.floor((passed * 100) / (to.getTime() - from.getTime()))
  const noted = await ctx.own
    .update('routing_backtests')
    .set({ payments: BigInt(looked), progress })
    .where('backtest_id', '=', backtestId)
    .where('state', '=', 'running')
    .where('run', '=', run)
    .returning('backtest_id')
    .executeTakeFirst()
  return noted !== undefined
}

interface State {
  run: Run
  kinds: Map<string, OfKind>
  tally: Tally
  decisions: Hash
}
interface OfKind {
  kind: Kind
  replay: Replay
  /** By the channel that its payments go to. */
  groups: Map<string | null, Group>
}

/** Gives way to other work now and then: a process may serve shoppers too. */
async function decideAll({ run, kinds, tally, decisions }: State, rows: readonly Past[]): Promise<void> {
  for (let from = 0; from < rows.length; from += atOnce) {
    let told = ''
    for (const [at, orderRef, merchantOrderRef, amount, name] of rows.slice(from, from + atOnce)) {
      let of = kinds.get(name)
      if (!of) kinds.set(name, (of = ofKind(run, name)))
      const to = of.replay(merchantOrderRef, BigInt(amount), at)
      let group = of.groups.get(to)
      if (!group) of.groups.set(to, (group = { kind: of.kind, to }))
      tally.add(group, Number(amount))
      told += `${orderRef} ${name} ${amount} ${to}\n`
    }
    decisions.update(told)
    await setImmediate()
  }
}
const atOnce = 500

function ofKind({ setting, country: own }: Run, name: string): OfKind {
  const [method, subType, currency, country, source, channelKey, status] = name.split(between) as Parts
  const kind = {
    method,
    subType,
    currency,
    country: country || own,
    source,
    channelKey,
    succeeded: status === 'Success',
  }
  return { kind, replay: replayOf(setting, kind), groups: new Map() }
}
type Parts = [PaymentMethod, string, Currency, string, string, string, string]
