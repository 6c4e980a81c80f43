import type { OrderView, PartFault } from '#checkout/view.ts'
import { typedMinor } from '#checkout/pages/price.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Payable, Standing } from '#server/payables/payable.ts'

/**
 * What the page asks for: all that is due, or the part that its address names, where the payable leaves the choice to the shopper. An
 * amount that cannot be paid comes back with its fault, and all is asked for.
 */
export async function chosenPart(
  ctx: Ctx,
  of: Payable,
  standing: Standing,
  asked: string,
): Promise<Pick<OrderView, 'amountMinor' | 'part'>> {
  const { amountMinor: dueMinor, leastMinor, state } = standing
  if (state !== 'payable' || leastMinor === undefined || leastMinor >= dueMinor) return { amountMinor: dueMinor }
  const bounds = { leastMinor, dueMinor }
  if (asked.trim() === '') return { amountMinor: dueMinor, part: { ...bounds, asked: '', fault: '' } }
  const minor = typedMinor(asked, standing.currency)
  const fault = await faultOf(ctx, of, standing, minor)
  if (fault || minor === null)
    return { amountMinor: dueMinor, part: { ...bounds, asked: asked.slice(0, 30), fault: fault ?? 'not_an_amount' } }
  return { amountMinor: minor, part: { ...bounds, asked: '', fault: '' } }
}

async function faultOf(ctx: Ctx, of: Payable, standing: Standing, minor: bigint | null): Promise<PartFault | null> {
  if (minor === null) return 'not_an_amount'
  if (minor < (standing.leastMinor ?? 0n)) return 'less_than_least'
  if (minor > standing.amountMinor) return 'more_than_due'
  return (await of.partFault?.(ctx, standing, minor)) ?? null
}
