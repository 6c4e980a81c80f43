import { nested } from '#contract/kit/fields.ts'
import { paymentLinkFields } from '#contract/payment-link-fields.ts'

/** A value for each field of a link that a request may say and an answer shows; texts differ from field to field. */
const samples = Object.entries(paymentLinkFields).flatMap(([name, field]) => {
  if (!('request' in field && 'answer' in field)) return []
  const { request } = field
  const candidates = [
    `https://shop.example/${name}`,
    `${name}@shop.example`,
    '+65 6123 4567',
    'MY',
    7,
    'refund',
    'ar',
    'USD',
  ]
  const value = candidates.find((one) => request.safeParse(one).success)
  if (value === undefined) throw new Error(`no sample for ${name}`)
  return [{ name, at: 'at' in field ? field.at : name, value }]
})

const { outside, inside } = nested(samples.map(({ at, value }) => [at, value] as const))
/** A request that says every field. */
export const sampleBody = { ...outside, ...inside }
/** The fields of the link that it makes. */
export const sampleLink = Object.fromEntries(samples.map(({ name, value }) => [name, value]))
