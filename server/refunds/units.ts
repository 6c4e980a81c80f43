import { fieldFault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { payableOf, type BoughtUnits } from '#server/payables/payable.ts'
import { findPayment } from './reserve.ts'

type OfPayable = Pick<NonNullable<Awaited<ReturnType<typeof findPayment>>>, 'payable_kind' | 'payable_ref' | 'late'>

/** The units that a payment bought; null where it bought none. */
export async function unitsOf(ctx: Ctx, { payable_kind, payable_ref, late }: OfPayable): Promise<BoughtUnits | null> {
  if (payable_ref === '') return null
  return (await payableOf(ctx, payable_kind).readUnits?.(ctx, payable_ref, { late })) ?? null
}

/**
 * Locks the payable of a payment ahead of the payment, and returns what puts units back after the refund has begun: the stock is
 * locked last. Nothing for a payment that is not there. Throws `invalidRequest` when it bought none, or they are back.
 */
export async function lockUnits(ctx: Ctx, orderRef: string): Promise<((units: number) => Promise<void>) | undefined> {
  const payment = await findPayment(ctx, orderRef)
  if (!payment) return undefined
  const { payable_kind: kind, payable_ref: ref } = payment
  if (ref !== '') await payableOf(ctx, kind).lock(ctx, ref)
  const bought = await unitsOf(ctx, payment)
  if (!bought) throw fieldFault('invalidRequest', field, 'no_units', 'This payment bought no units.')
  if (bought.returned > 0) throw fieldFault('invalidRequest', field, 'units_are_back', 'Its units are back already.')
  return async (units) => payableOf(ctx, kind).returnUnits?.(ctx, ref, units, field)
}
const field = 'return_units'
