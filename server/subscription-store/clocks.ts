import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** The time of subscriptions: real, or that of a test clock. Test clocks themselves are the domain's of that name. */

/** The same transaction at the time of a subscription. Throws `notFound` for a clock that is not the owner's. */
export async function inTimeOf(ctx: Ctx, { clock_ref }: { clock_ref: string }): Promise<Ctx> {
  if (clock_ref === '') return ctx
  const clock = await ctx.own
    .select('test_clocks')
    .select('time')
    .where('clock_ref', '=', clock_ref)
    .executeTakeFirstOrThrow(() => new Fault('notFound'))
  return ctx.simulating(clock.time)
}

/**
 * The clock to which a new subscription is tied, kept as it is until the commit. Throws `notFound`, and `tooMany` where enough are
 * tied to it.
 */
export async function tieToClock(ctx: Ctx, clockRef: string): Promise<Ctx> {
  const clock = await ctx.own
    .select('test_clocks')
    .select(['time', 'state'])
    .where('clock_ref', '=', clockRef)
    .forUpdate()
    .executeTakeFirst()
  if (!clock || clock.state === 'deleted') throw new Fault('notFound')
  if (clock.state !== 'ready') throw new Fault('wrongState', { why: `the clock is ${clock.state}` })
  const { count } = await ctx.own
    .select('subscriptions')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('clock_ref', '=', clockRef)
    .executeTakeFirstOrThrow()
  if (Number(count) >= limits.testClockSubscriptions) throw new Fault('tooMany')
  return ctx.simulating(clock.time)
}
