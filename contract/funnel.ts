import { z } from 'zod'
import { question } from './analytics-questions.ts'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { currency, entity } from './kit/wire.ts'

/** A time between two steps: the median in seconds, to within a twentieth; null where no time is known. */
const median = z.int().nullable()

const Funnel = entity({
  currency,
  /** The links that were made in the stretch. */
  made: z.int(),
  /** Of those, the ones that a shopper's browser has opened up to now, each once. Every link with an attempt counts as opened. */
  opened: z.int(),
  /** Those with an attempt. */
  started: z.int(),
  /** Those that were paid. */
  paid: z.int(),
  seconds_to_open: median,
  seconds_to_start: median,
  seconds_to_pay: median,
})
export type Funnel = z.input<typeof Funnel>

/** How far payment links get, by currency, most first. Times are those of the first of each kind. */
export const readLinkFunnel = call({
  at: 'POST /api/analytics/{id}/funnel',
  params: { id: merchantRef() },
  body: question,
  answer: content(z.object({ funnel: z.array(Funnel) })),
  access: 'dashboard',
  repeat: 'safe',
})
