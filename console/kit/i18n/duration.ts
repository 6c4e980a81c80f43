import { kept } from '#contract/kit/kept.ts'
import { isolated } from './bidi.ts'

const unitFormat = kept(
  (locale: string, unit: (typeof units)[number][0]) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }),
)
/** Each unit with its seconds, and below how many seconds it is used. */
const units = [
  ['millisecond', 0.001, 1],
  ['second', 1, 120],
  ['minute', 60, 7_200],
  ['hour', 3_600, Number.POSITIVE_INFINITY],
] as const
/** A time in the largest unit of which there are two: '40 ms', '90 sec', '3 min'. `locale` is that of numbers. */
export function durationText(seconds: number, locale: string): string {
  // Less than a millisecond is none.
  const [unit, size] = units.find(([, , most]) => seconds >= 0.001 && seconds < most) ?? units[seconds < 1 ? 1 : 3]
  return isolated(unitFormat(locale, unit).format(seconds / size))
}
