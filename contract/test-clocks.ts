import { z } from 'zod'
import { call, content, nothing } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { currency, entity, environment, money, text, timestamp } from './kit/wire.ts'

/** Clocks of the sandbox whose time stands still until somebody advances it; subscriptions are tied to one when they are made. */

export const testClockStates = ['ready', 'advancing', 'failed'] as const
/** What can happen on the way. */
export const testClockEventKinds = [
  'charge_paid', 'charge_failed', 'recovered', 'given_up', 'trial_ends', 'resumed', 'changed', 'change_failed', 'completed', 'expired',
  'cancelled', 'method_expires', 'message',
] as const // prettier-ignore
export type TestClockEventKind = (typeof testClockEventKinds)[number]
/** Why an advance has stopped. */
export const testClockFailures = ['too_many_events', 'payment_waits'] as const
export type TestClockFailure = (typeof testClockFailures)[number]
/** How far a clock is advanced at once, and the events on the way. */
export const testClockLimits = { years: 5, events: 500 } as const
const clockRef = ref('testClock')

/** What happened on the way, in the order of the simulated moments. */
const TestClockEvent = entity({
  n: z.number(),
  at: timestamp,
  order_ref: z.string(),
  event: z.enum(testClockEventKinds),
  amount: money('currency', { min: 'zero' }).nullable(),
  currency: currency.nullable(),
  facts: z.record(z.string(), z.string()),
})
const clock = {
  clock_ref: z.string(),
  name: z.string(),
  state: z.enum(testClockStates),
  /** The time that it shows. */
  time: timestamp,
  /** Where it is advanced to; null unless it is. */
  advancing_to: timestamp.nullable(),
  /** Events that have happened of this advance. */
  events_done: z.number(),
  failure: z.enum(['', ...testClockFailures]),
  subscriptions: z.number(),
  created_at: timestamp,
  created_by: z.string(),
}
export const TestClock = z.object(clock)
export type TestClock = z.input<typeof TestClock>
export const TestClockDetails = z.object({
  ...clock,
  /** The latest 500. */
  events: z.array(TestClockEvent),
})

const inEnvironment = { environment: environment.optional() }
const ofOne = { params: { ref: clockRef }, access: 'subscriptions' } as const

export const listTestClocks = call({
  at: 'GET /api/test-clocks',
  follows: ['test_clock'],
  query: z.strictObject(inEnvironment),
  answer: content(z.array(TestClock)),
  access: 'subscriptions',
})

/** Makes a clock that shows the time now, or another moment; ten at most, and in the sandbox only. */
export const createTestClock = call({
  at: 'POST /api/test-clocks',
  body: z.strictObject({ ...inEnvironment, name: text(60), time: timestamp.optional() }),
  answer: content(TestClock),
  access: 'subscriptions',
  faults: ['tooMany', 'wrongState'],
  audit: 'test-clock.create',
  onFailure: 'inline',
})

export const readTestClock = call({
  at: 'GET /api/test-clocks/{ref}',
  follows: ['test_clock'],
  ...ofOne,
  answer: content(TestClockDetails),
  faults: ['notFound'],
})

/** Moves its time on, five years and 500 events at most; what falls in between happens in order, each at its own moment. */
export const advanceTestClock = call({
  at: 'POST /api/test-clocks/{ref}/advance',
  ...ofOne,
  body: z.strictObject({ ...inEnvironment, to: timestamp }),
  answer: content(TestClock),
  faults: ['notFound', 'wrongState', 'tooMany'],
  repeat: 'required',
  audit: 'test-clock.advance',
  onFailure: 'inline',
})

/** Cancels its subscriptions and takes it away. */
export const deleteTestClock = call({
  at: 'DELETE /api/test-clocks/{ref}',
  ...ofOne,
  answer: nothing,
  faults: ['notFound'],
  audit: 'test-clock.delete',
})
