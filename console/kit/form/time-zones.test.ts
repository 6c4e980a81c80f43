import { expect, it } from 'vitest'
import { timeZone } from '#contract/kit/wire.ts'
import { minutesAhead, offsetText, timeZoneChoices } from './time-zones.ts'

const summer = new Date('2026-07-01T00:00:00Z')
const winter = new Date('2026-01-01T00:00:00Z')

it('gives a zone’s offset at a moment, with half and quarter hours and summer time', () => {
  const shown = (name: string, now: Date) => offsetText(minutesAhead(name, now) ?? NaN)
  expect(shown('Asia/Kathmandu', winter)).toBe('UTC+05:45')
  expect(shown('America/St_Johns', winter)).toBe('UTC−03:30')
  expect([shown('Europe/Madrid', winter), shown('Europe/Madrid', summer)]).toEqual(['UTC+01:00', 'UTC+02:00'])
  expect(shown('UTC', winter)).toBe('UTC+00:00')
  expect(minutesAhead('Moon/Base', winter)).toBeNull()
})

it('offers each zone that the call takes once, from west to east, and the one that is set', () => {
  const choices = timeZoneChoices(winter, 'Asia/Ho_Chi_Minh')
  expect(choices.length).toBeGreaterThan(300)
  expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length)
  expect(choices.filter(({ value }) => !timeZone.safeParse(value).success)).toEqual([])
  for (const name of ['Asia/Kolkata', 'Asia/Ho_Chi_Minh', 'UTC', 'Europe/Kyiv'])
    expect(choices.map(({ value }) => value)).toContain(name)
  const minutes = choices.map(({ value }) => minutesAhead(value, winter) ?? 0)
  expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))
})
