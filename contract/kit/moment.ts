import { z } from 'zod'
import { timestamp, timestampText } from './wire.ts'

const rfc3339 = z.codec(z.iso.datetime({ offset: true, error: 'not_a_time' }), z.date(), {
  decode: (value) => new Date(value),
  encode: (value) => timestampText(value),
})
/** A moment, as the console or as RFC 3339 writes it. */
export const moment = z.union([timestamp, rfc3339])
