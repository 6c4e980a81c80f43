import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { RestState } from '#contract/channel-shapes.ts'
import { restsIn, type WayEvent } from './rests-of-day.ts'

const minute = (count: number) => new Date(Date.UTC(2026, 0, 1) + count * 60_000)
const day = { from: minute(0), to: minute(100) }
const begun = (at: number, until: number, type: WayEvent['type'] = 'CARD'): WayEvent => ({
  type,
  sub_type: '',
  event: 'begun',
  at: minute(at),
  until: minute(until),
})
const ended = (at: number, type: WayEvent['type'] = 'CARD'): WayEvent => ({
  type,
  sub_type: '',
  event: 'ended',
  at: minute(at),
  until: null,
})
const restsOf = (events: WayEvent[], connectedAt = minute(-1_000)) =>
  restsIn(day, { connectedAt, events }).map(({ from, to, state }) => [
    state,
    ...[from, to].map((at) => (at.getTime() - day.from.getTime()) / 60_000),
  ])

it('a channel rests from the beginning of a rest until it is over, and is tried until a payment ends that', () => {
  expect(restsOf([])).toEqual([['working', 0, 100]])
  expect(restsOf([begun(10, 20), ended(25)])).toEqual([['working', 0, 10], ['resting', 10, 20], ['trying', 20, 25], ['working', 25, 100]]) // prettier-ignore
  expect(restsOf([begun(10, 20), ended(15)])).toEqual([['working', 0, 10], ['resting', 10, 15], ['working', 15, 100]]) // prettier-ignore
  expect(restsOf([begun(90, 120)])).toEqual([['working', 0, 90], ['resting', 90, 100]]) // prettier-ignore
})
it('what began before counts, and a rest that was lengthened goes on', () => {
  expect(restsOf([begun(-30, 5)])).toEqual([['resting', 0, 5], ['trying', 5, 100]]) // prettier-ignore
  expect(restsOf([begun(-30, -10), begun(10, 20), begun(15, 40), ended(50)])).toEqual([['trying', 0, 10], ['resting', 10, 40], ['trying', 40, 50], ['working', 50, 100]]) // prettier-ignore
})
it('of a channel of many ways to pay it is the worst, and before it was connected there is none', () => {
  expect(restsOf([begun(10, 20), begun(15, 30, 'WALLET'), ended(25), ended(40, 'WALLET')])).toEqual([['working', 0, 10], ['resting', 10, 30], ['trying', 30, 40], ['working', 40, 100]]) // prettier-ignore
  expect(restsOf([], minute(60))).toEqual([['none', 0, 60], ['working', 60, 100]]) // prettier-ignore
  expect(restsOf([], minute(160))).toEqual([['none', 0, 100]])
})

const anyEvent = fc.record({
  type: fc.constantFrom('CARD', 'WALLET', 'QR' as never),
  at: fc.integer({ min: -50, max: 99 }),
  lasts: fc.option(fc.integer({ min: 1, max: 60 })),
})
it('any events: the whole time is covered, and each moment has the state that the last events before it give', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyEvent, { selector: ({ at }) => at, maxLength: 30 }), (wished) => {
      const events = wished
        .toSorted((a, b) => a.at - b.at)
        .map(({ at, lasts, type }) => (lasts === null ? ended(at, type) : begun(at, at + lasts, type)))
      const found = restsOf(events) as [RestState, number, number][]
      expect(found[0]?.[1]).toBe(0)
      expect(found.at(-1)?.[2]).toBe(100)
      for (const [place, [state, from, to]] of found.entries()) {
        expect(from < to && (place === 0 || (found[place - 1]?.[2] === from && found[place - 1]?.[0] !== state))).toBe(
          true,
        )
        for (let at = from; at < to; at++) expect(state).toBe(stateAt(events, at + 0.5))
      }
    }),
  )
})
function stateAt(events: readonly WayEvent[], at: number): RestState {
  const last = new Map(events.filter((event) => event.at < minute(at)).map((event) => [event.type, event]))
  const states = [...last.values()].map(({ until }) => (!until ? 'working' : until > minute(at) ? 'resting' : 'trying'))
  return states.find((state) => state === 'resting') ?? states.find((state) => state === 'trying') ?? 'working'
}
