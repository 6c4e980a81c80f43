/**
 * The fewest parts of an amount of which none is above the most, equal to the step in minor units; the first ones have one step more. Both
 * are multiples of the step.
 */
export function splitAmount(amountMinor: bigint, mostMinor: bigint, stepMinor = 1): bigint[] {
  const step = BigInt(stepMinor)
  if (step > 1n) return splitAmount(amountMinor / step, mostMinor / step).map((steps) => steps * step)
  const parts = (amountMinor + mostMinor - 1n) / mostMinor
  const [each, more] = [amountMinor / parts, amountMinor % parts]
  return Array.from({ length: Number(parts) }, (_, at) => (BigInt(at) < more ? each + 1n : each))
}
