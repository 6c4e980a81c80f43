/**
 * The ticks of an axis from 0 to a value: at most five, at round distances, the last at or above the value. `whole` keeps
 * to whole numbers. Without a value there is no scale, only 0.
 */
export function ticksOf(value: number, whole: boolean): number[] {
  if (!(value > 0)) return [0]
  const power = 10 ** Math.floor(Math.log10(value / intervalsMost))
  const fits = [1, 2, 2.5, 5, 10]
    .map((round) => Number((round * power).toPrecision(2)))
    .find((step) => step * intervalsMost >= value * (1 - 1e-9) && (!whole || Number.isInteger(step)))
  const step = fits ?? 1
  const intervals = Math.max(1, Math.ceil((value / step) * (1 - 1e-9)))
  return Array.from({ length: intervals + 1 }, (_, at) => Number((at * step).toPrecision(12)))
}
const intervalsMost = 4
