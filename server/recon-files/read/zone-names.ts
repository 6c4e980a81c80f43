import { kept } from '#contract/kit/kept.ts'
import { ZoneClock } from './zone-clock.ts'

/** Where a local time stands: an offset from UTC in milliseconds, or the clocks of a place. */
export type Zone = { name: string } & ({ offset: number } | { clock: ZoneClock })
export type ZoneFault = 'zone_unknown' | 'zone_ambiguous'

/** Abbreviations at their fixed offset in hours, whatever the season. */
const abbreviations: Readonly<Record<string, number>> = {
  UTC: 0, GMT: 0, Z: 0,
  PST: -8, PDT: -7, MST: -7, MDT: -6, CDT: -5, EST: -5, EDT: -4,
  CET: 1, CEST: 2, EET: 2, EEST: 3,
  WIB: 7, ICT: 7, SGT: 8, HKT: 8, MYT: 8, PHT: 8, JST: 9, KST: 9,
  AEST: 10, AEDT: 11, NZST: 12, NZDT: 13,
} // prettier-ignore
/** Abbreviations that several places share; only a mapping says which is meant. */
const ambiguous: ReadonlySet<string> = new Set(['CST', 'IST', 'BST', 'AST'])

/**
 * The zone of a text: an offset, an abbreviation or a name of IANA. `told` says which zone the mapping means by an abbreviation, and
 * comes first.
 */
export function zoneOf(text: string, told: Readonly<Record<string, string>> = {}): Zone | ZoneFault {
  const name = text.trim()
  const meant = told[name] ?? told[name.toUpperCase()]
  if (meant !== undefined && meant !== name) return zoneOf(meant)
  const hours = abbreviations[name.toUpperCase()]
  if (hours !== undefined) return { name: name.toUpperCase(), offset: hours * 3_600_000 }
  if (ambiguous.has(name.toUpperCase())) return 'zone_ambiguous'
  const offset = offsetOf(name)
  if (offset !== null) return { name, offset }
  return placeOf(name)
}

/** The milliseconds of `+01:00`, `-0800`, `+2`, `GMT+2` and `UTC-03:30`; null for anything else. */
function offsetOf(text: string): number | null {
  const found = /^(?:UTC|GMT)?([+\-\u2212])(\d{1,2})(?::?([0-5]\d))?$/i.exec(text)
  if (!found || Number(found[2]) > 18) return null
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0)
  return (found[1] === '+' ? minutes : -minutes) * 60_000
}

/** Names of IANA have a slash; those without are old and shared with abbreviations. */
const placeOf = kept((name: string): Zone | ZoneFault => {
  if (!/^[A-Za-z_]{1,30}(?:\/[A-Za-z_+\-0-9]{1,30}){1,2}$/.test(name)) return 'zone_unknown'
  try {
    return { name, clock: new ZoneClock(name) }
  } catch {
    return 'zone_unknown'
  }
}, 500)
