import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { aliasOf, currency, money, optionalText, record, secret, text } from './kit/wire.ts'
import { merchantNames } from './merchant-names.ts'
import { createPaymentLink } from './payment-links.ts'

/**
 * Gives a merchant's server a token for the merchant's key and secret. It is good for six hours, and ends with the secret. Of a
 * merchant at most a hundred are good at once; one more ends the oldest.
 */
export const createAuthToken = call({
  at: 'POST /api/merchant/auth-token',
  body: record({
    portone_key: merchantRef().optional(),
    client_key: aliasOf('portone_key', merchantRef()),
    chaipay_key: aliasOf('portone_key', merchantRef()),
    portone_secret: secret(text(200)).optional(),
    client_secret: aliasOf('portone_secret', secret(text(200))),
  }),
  answer: content(z.object({ token: secret(z.string()), expires_in: z.number() })),
  access: 'public',
  faults: ['merchantUnknown', 'secretWrong'],
  errorKeys: ['message'],
  repeat: 'safe',
  rate: 'sign-in',
  notice: 'Auth Token generated successfully!',
})

/**
 * Signs the parameters of a payment or a payment link with the key that the caller's own requests are checked by: the secret of a
 * merchant's server, the signing key of a session. Closed to server keys, which need no signature.
 */
export const generateSignature = call({
  at: 'POST /api/merchant/generate-signature',
  body: record({
    ...merchantNames,
    amount: money(),
    currency,
    merchant_order_id: optionalText(100),
    success_url: optionalText(2_000),
    failure_url: optionalText(2_000),
  }),
  answer: content(z.object({ signature: z.string() })),
  access: createPaymentLink.access,
  server: true,
  ownKey: true,
  errorKeys: ['message'],
  repeat: 'safe',
  notice: 'Signature generated successfully!',
})
