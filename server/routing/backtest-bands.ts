/** The least and the greatest amount of each band of a currency, the lowest band first. */
export type Bands = readonly { least: number; most: number }[]

const count = 5

/** Bands with as many amounts each, as far as equal amounts allow: those are in one band. */
export function bandsOf(amounts: Float64Array): Bands {
  const sorted = amounts.toSorted()
  const bands: { least: number; most: number }[] = []
  for (let band = 1; band <= count; band++) {
    const most = sorted[Math.ceil((band * sorted.length) / count) - 1]
    const above = bands.at(-1)?.most ?? -1
    if (most === undefined || most <= above) continue
    bands.push({ least: sorted.find((amount) => amount > above) ?? most, most })
  }
  return bands
}

/** The place of an amount's band. */
export function bandOf(bands: Bands, amount: number): number {
  let band = 0
  while (band < bands.length - 1 && amount > (bands[band] as { most: number }).most) band++
  return band
}
