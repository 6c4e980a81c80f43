import { verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { Callback, ReceivedCallback } from '../provider.ts'
import type { FindCertificate } from './certificates.ts'
import type { Ask } from './http.ts'

/** The events that a webhook is registered for. */
export const callbackEvents = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.AUTHORIZATION.VOIDED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
] as const

/** What PayPal tells a partner about the accounts of its merchants, such as `MERCHANT.PARTNER-CONSENT.REVOKED`. */
const accountEvents = /^(?:MERCHANT|CUSTOMER\.MERCHANT-INTEGRATION)\./

/**
 * Verifies call-backs by PayPal's certificate, or by asking PayPal where no root holds the certificate. The signature covers
 * a CRC-32 of the body, to which another body can be fitted, so a call-back moves nothing by itself: it makes us ask for its
 * payment or refund. Its time has no limit, as one that is sent again carries its first time.
 */
export function callbackVerifier(parts: {
  webhookId: string
  certificate: FindCertificate
  ask: Ask
  now: () => Date
  /** Whether the webhook is that of the operator's partner account, to which the call-backs of all its merchants come. */
  partner: boolean
}): (call: ReceivedCallback) => Promise<Callback> {
  const { webhookId, certificate, ask, now, partner } = parts
  let questions: number[] = []

  async function whyForged({ headers, body }: ReceivedCallback): Promise<string | null> {
    const sent = Transmission.safeParse({
      id: headers['paypal-transmission-id'],
      time: headers['paypal-transmission-time'],
      signature: headers['paypal-transmission-sig'],
      address: headers['paypal-cert-url'],
      algorithm: headers['paypal-auth-algo'],
    }).data
    if (!sent) return 'the headers of a signature are missing or not well-formed'
    if (webhookId === '') return 'no webhook is registered'
    if (eventIn(body) === undefined) return 'the body is no event'
    const found = await certificate(sent.address)
    if (found.kind === 'foreign') return found.why
    if (found.kind === 'unproven') return (await isConfirmed(sent, body)) ? null : found.why
    const signed = Buffer.from(`${sent.id}|${sent.time}|${webhookId}|${crc32(body)}`)
    const key = found.certificate.publicKey
    if (key.asymmetricKeyType !== 'rsa') return 'the certificate has another kind of key'
    const signature = Buffer.from(sent.signature, 'base64')
    // One signature has one text, so that a changed text is never taken.
    const isRight = signature.toString('base64') === sent.signature && verify('sha256', signed, key, signature)
    return isRight ? null : 'the signature is wrong'
  }

  /**
   * Asks PayPal, so often only that forged call-backs cannot flood it. The event is sent as it came: written anew, it would
   * have another checksum.
   */
  async function isConfirmed(sent: z.infer<typeof Transmission>, body: string): Promise<boolean> {
    const asked = now().getTime()
    questions = questions.filter((at) => asked - at < 60_000)
    if (questions.length >= mostQuestionsPerMinute) return false
    questions.push(asked)
    const { id, time, signature, address, algorithm } = sent
    const question = {
      auth_algo: algorithm,
      cert_url: address,
      transmission_id: id,
      transmission_sig: signature,
      transmission_time: time,
      webhook_id: webhookId,
    }
    const text = `${JSON.stringify(question).slice(0, -1)},"webhook_event":${body}}`
    const path = '/v1/notifications/verify-webhook-signature'
    const reply = await ask({ method: 'POST', path, text }, AbortSignal.timeout(5_000))
    return reply.kind === 'answer' && reply.status === 200 && Verified.safeParse(reply.json).success
  }

  return async (call) => {
    const why = await whyForged(call)
    if (why !== null) return { kind: 'forged', why }
    const event = eventIn(call.body)
    const of = partner && event ? Account.safeParse(event.resource).data : undefined
    if (of && event && accountEvents.test(event.event_type))
      return { kind: 'account', onboardingKey: of.tracking_id ?? '', accountRef: of.merchant_id ?? '' }
    if (!event || !(callbackEvents as readonly string[]).includes(event.event_type)) {
      return { kind: 'ignored', why: 'the event changes nothing' }
    }
    const resource = Resource.safeParse(event.resource).data
    const unit = resource?.purchase_units?.[0]
    const key = resource?.custom_id ?? unit?.custom_id
    if (key === undefined) return { kind: 'ignored', why: 'the event is about an order of another system' }
    // Only an order says whose it is. Its merchant may have borrowed the account.
    const merchantKey = unit?.reference_id
    const accountRef = partner ? (resource?.payee?.merchant_id ?? unit?.payee?.merchant_id) : undefined
    return {
      kind: 'ask',
      id: event.id,
      key,
      at: event.create_time,
      ...(merchantKey !== undefined && { merchantKey }),
      ...(accountRef !== undefined && { accountRef }),
    }
  }
}

const mostQuestionsPerMinute = 600

function eventIn(body: string): z.infer<typeof Event> | undefined {
  try {
    return Event.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

const Transmission = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  time: z.string().regex(/^[\dTZ:.+-]{1,40}$/),
  signature: z.string().regex(/^[A-Za-z0-9+/]{1,1000}={0,2}$/),
  address: z.string().max(500),
  algorithm: z.literal('SHA256withRSA'),
})
const Event = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string(),
  create_time: z.iso.datetime({ offset: true }),
  resource: z.unknown(),
})
const Key = z.string().min(1).max(127)
const Payee = z.object({ merchant_id: z.string().max(100).optional() })
const Resource = z.object({
  custom_id: Key.optional(),
  payee: Payee.optional(),
  purchase_units: z
    .array(z.object({ custom_id: Key.optional(), reference_id: z.string().optional(), payee: Payee.optional() }))
    .optional(),
})
const Account = z.object({ tracking_id: z.string().max(127).optional(), merchant_id: z.string().max(100).optional() })
const Verified = z.object({ verification_status: z.literal('SUCCESS') })
