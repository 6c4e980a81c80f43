import { assert, constantFrom, integer, property } from 'fast-check'
import { expect, it } from 'vitest'
import { localText } from '#contract/kit/zoned-day.ts'
import { ZoneClock } from './zone-clock.ts'

const zones = ['Europe/Madrid', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'America/Sao_Paulo', 'Asia/Tehran', 'Pacific/Apia', 'Asia/Pyongyang', 'America/St_Johns', 'Africa/Cairo', 'Asia/Kathmandu', 'Antarctica/Troll'] // prettier-ignore
const wallAt = (moment: number, zone: string): number => Date.parse(`${localText(new Date(moment), zone)}Z`)

/** The changes of a zone's clocks from 1990 to 2030, found hour by hour without the clock that is tested. */
function changesOf(zone: string): number[] {
  const found: number[] = []
  let [at, ahead] = [Date.UTC(1990, 0, 1), 0]
  ahead = wallAt(at, zone) - at
  for (; at < Date.UTC(2030, 0, 1); at += 86_400_000 * 3) {
    const now = wallAt(at, zone) - at
    if (now === ahead) continue
    let [before, after] = [at - 86_400_000 * 3, at]
    while (after - before > 1_000) {
      const middle = Math.floor((before + after) / 2_000) * 1_000
      if (wallAt(middle, zone) - middle === ahead) before = middle
      else after = middle
    }
    found.push(after)
    ahead = now
  }
  return found
}

it('at 200 changes of clocks every moment goes there and back, and what is skipped or comes twice is marked', () => {
  const changes = zones.flatMap((zone) =>
    changesOf(zone)
      .slice(-40)
      .map((change) => ({ zone, change })),
  )
  expect(changes.length).toBeGreaterThanOrEqual(200)
  for (const { zone, change } of changes) {
    const clock = new ZoneClock(zone)
    const gap = wallAt(change, zone) - wallAt(change - 1_000, zone) - 1_000
    for (const shift of [-90_000_000, -3_600_000, -1_000, 0, 1_000, 1_799_000, 3_600_000, 90_000_000]) {
      const moment = change + shift
      const wall = wallAt(moment, zone)
      expect(clock.wallOf(moment)).toBe(wall)
      // Of an hour that comes twice it is the first.
      const first = gap < 0 && shift >= 0 && shift < -gap ? moment + gap : moment
      expect([zone, new Date(moment), clock.momentOf(wall)]).toEqual([zone, new Date(moment), first])
      const isTwice = gap < 0 && shift >= gap && shift < -gap
      expect([zone, moment, clock.mark]).toEqual([zone, moment, isTwice ? 'time_twice' : null])
    }
    if (gap <= 0) continue
    const skipped = wallAt(change - 1_000, zone) + 1_000 + gap / 2
    expect(clock.momentOf(skipped)).toBe(change + gap / 2)
    expect(clock.mark).toBe('time_skipped')
    // It moves on by the gap.
    expect(wallAt(clock.momentOf(skipped), zone)).toBe(skipped + gap)
  }
})

it('any moment of any zone has the local time that the platform says', () => {
  assert(
    property(constantFrom(...zones), integer({ min: 0, max: Date.UTC(2037, 0, 1) / 1_000 }), (zone, second) => {
      const clock = new ZoneClock(zone)
      const wall = wallAt(second * 1_000, zone)
      expect(clock.wallOf(second * 1_000)).toBe(wall)
      expect(wallAt(clock.momentOf(wall), zone)).toBe(wall)
    }),
  )
})
