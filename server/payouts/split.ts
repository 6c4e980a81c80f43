/** The fewest parts of an amount of which none is above the most, equal to the minor unit; the first ones have one unit more. */
export function splitAmount(amountMinor: bigint, mostMinor: bigint): bigint[] {
  const parts = (amountMinor + mostMinor - 1n) / mostMinor
  const [each, more] = [amountMinor / parts, amountMinor % parts]
  return Array.from({ length: Number(parts) }, (_, at) => (BigInt(at) < more ? each + 1n : each))
}
