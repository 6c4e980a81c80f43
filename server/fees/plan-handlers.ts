import type * as contract from '#contract/fee-plans.ts'
import type { calculateFee } from '#contract/fee-plans.ts'
import { plainText } from '#contract/kit/money.ts'
import { fieldFault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import type { Input } from '#contract/kit/call.ts'
import { exactOf } from '#server/recon-files/read/exact.ts'
import { expectChannel } from './channel.ts'
import { expectedFee } from './expected.ts'
import { plansFor } from './plan.ts'
import { answeredPlan, listPlans, planOfRow } from './plan-rows.ts'
import { createPlans, recheckChannel, removePlan, saveFoodtech, updatePlans } from './save-plans.ts'
import { saveTolerance, toleranceOfChannel } from './tolerance.ts'

export const planHandlers: Handlers<typeof contract> = {
  async listFeePlans(ctx, { query: { payment_channel_key: key } }) {
    if (key !== undefined) await expectChannel(ctx, key)
    return (await listPlans(ctx, key ?? null)).map(answeredPlan)
  },

  createFeePlans: (ctx, { body }) => createPlans(ctx, [body.charge_config].flat()),
  updateFeePlans: (ctx, { body }) => updatePlans(ctx, [body.charge_config].flat()),
  saveFoodtechPlan: (ctx, { path, body }) => saveFoodtech(ctx, path.pc, body.record),

  async deleteFeePlan(ctx, { path, query }) {
    const endedAt = await removePlan(ctx, path.pc, query.uuid)
    return { uuid: query.uuid, ended: endedAt !== null, valid_to: endedAt }
  },

  async readTolerance(ctx, { query: { payment_channel_key: channelKey } }) {
    await expectChannel(ctx, channelKey)
    return { payment_channel_key: channelKey, tolerance: Number(await toleranceOfChannel(ctx, channelKey)) }
  },

  async updateTolerance(ctx, { body: { payment_channel_key: channelKey, tolerance } }) {
    await expectChannel(ctx, channelKey)
    await saveTolerance(ctx, channelKey, tolerance)
    recheckChannel(ctx, channelKey, 'tolerance')
    return { payment_channel_key: channelKey, tolerance }
  },

  calculateFee: (ctx, { body }) => calculate(ctx, body),
}

/** What a transaction would cost, by its channel's plans of the moment. */
async function calculate(ctx: Ctx, body: Input<typeof calculateFee>['body']) {
  await expectChannel(ctx, body.payment_channel_key)
  const stated = (name: 'amount' | 'delivery' | 'discount') => {
    const value = body[name]
    if (value === undefined) return null
    const exact = exactOf(typeof value === 'number' ? plainText(value) : value)
    if (exact === null) throw fieldFault('invalidRequest', name, 'too_many_decimals')
    return exact
  }
  const [gross, delivery, discount] = [stated('amount') ?? 0n, stated('delivery'), stated('discount')]
  const rows = await listPlans(ctx, body.payment_channel_key)
  const { currency } = body
  const fitting = plansFor(rows.map(planOfRow), {
    type: body.txn_type ?? 'payment',
    method: body.payment_method ?? '',
    subType: body.payment_sub_type ?? '',
    gross,
    currency,
    netCurrency: currency,
    settled: gross,
    country: body.country ?? '',
    months: body.months ?? null,
    at: body.at ?? ctx.now,
  })
  const answered = fitting.flatMap(({ planId }) => rows.filter((row) => row.plan_id === planId).map(answeredPlan))
  const [plan = null, ...passed_over] = answered
  const [used] = fitting
  const taken = { gross, currency, netCurrency: currency, rate: null, delivery, discount }
  const expected = used ? expectedFee(used, taken) : null
  const bases = new Set(used?.components.map(({ base }) => base))
  const missing = [
    ...(bases.has('delivery') && delivery === null ? (['delivery'] as const) : []),
    ...(bases.has('net_of_discount') && discount === null ? (['discount'] as const) : []),
  ]
  return { plan, formula: expected?.formula ?? null, missing, passed_over }
}
