import { z } from 'zod'
import type { OfferedMethod } from '#contract/methods.ts'
import { xenditCurrencies } from './amounts.ts'

/** The bodies of requests, closed: a field that Xendit's reference does not have here is an error, so that it is noticed. */
const page = z.url({ protocol: /^https?$/ })
const reference = z.string().min(1).max(255)
const metadata = z.record(z.string().max(40), z.string().max(500)).nullable().default(null)
const amount = z.number().positive()
const currency = z.enum(xenditCurrencies)
const returns = { success_return_url: page, failure_return_url: page }
const until = z.iso.datetime().optional()
const customer_name = z.string().regex(/^[A-Za-z0-9 ]{1,40}$/)

const shared = { reference_id: reference.optional(), reusability: z.literal('ONE_TIME_USE') }
const Means = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('EWALLET'),
    ...shared,
    ewallet: z
      .strictObject({
        channel_code: z.enum(['OVO', 'DANA', 'LINKAJA', 'SHOPEEPAY', 'GCASH', 'PAYMAYA', 'GRABPAY']),
        channel_properties: z.strictObject({
          ...returns,
          cancel_return_url: page.optional(),
          mobile_number: z
            .string()
            .regex(/^\+\d{8,15}$/)
            .optional(),
        }),
      })
      .refine(
        ({ channel_code, channel_properties }) => channel_code !== 'OVO' || channel_properties.mobile_number,
        'Invalid channel_properties for ID_OVO. Expecting mobile_number to be provided',
      ),
  }),
  z.strictObject({
    type: z.literal('QR_CODE'),
    ...shared,
    qr_code: z.strictObject({
      channel_code: z.enum(['QRIS', 'QRPH', 'PROMPTPAY']),
      channel_properties: z.strictObject({ expires_at: until }).optional(),
    }),
  }),
  z.strictObject({
    type: z.literal('VIRTUAL_ACCOUNT'),
    ...shared,
    virtual_account: z.strictObject({
      channel_code: z.enum(['BCA', 'BJB', 'BNI', 'BRI', 'BSI', 'CIMB', 'MANDIRI', 'PERMATA', 'SAHABAT_SAMPOERNA']),
      channel_properties: z.strictObject({ customer_name, expires_at: until }),
    }),
  }),
  z.strictObject({
    type: z.literal('OVER_THE_COUNTER'),
    ...shared,
    over_the_counter: z.strictObject({
      channel_code: z.enum(['ALFAMART', 'INDOMARET', '7ELEVEN', 'CEBUANA']),
      channel_properties: z.strictObject({ customer_name, expires_at: until }),
    }),
  }),
  z.strictObject({
    type: z.literal('DIRECT_DEBIT'),
    ...shared,
    direct_debit: z.strictObject({
      channel_code: z.string().regex(/^[A-Z0-9]{2,20}_FPX$/),
      channel_properties: z.strictObject(returns),
    }),
  }),
])
type Means = z.infer<typeof Means>

export const RequestBody = z.strictObject({
  reference_id: reference,
  amount,
  currency,
  country: z.enum(['ID', 'MY', 'PH', 'TH', 'VN', 'SG']),
  payment_method: Means,
  capture_method: z.enum(['AUTOMATIC', 'MANUAL']).default('AUTOMATIC'),
  description: z.string().max(1_000).default(''),
  metadata,
})

export const InvoiceBody = z.strictObject({
  external_id: reference,
  amount,
  currency,
  description: z.string().max(1_000).default(''),
  payer_email: z.email().optional(),
  customer: z.strictObject({ given_names: z.string().max(255), email: z.email().optional() }).optional(),
  payment_methods: z.tuple([z.literal('CREDIT_CARD')]),
  success_redirect_url: page,
  failure_redirect_url: page,
  should_send_email: z.literal(false),
  invoice_duration: z.number().int().min(1).max(31_536_000).default(86_400),
  metadata,
})

export const RefundBody = z.strictObject({
  payment_request_id: z.string().optional(),
  invoice_id: z.string().optional(),
  reference_id: reference,
  amount,
  currency,
  reason: z.enum(['FRAUDULENT', 'DUPLICATE', 'REQUESTED_BY_CUSTOMER', 'CANCELLATION', 'OTHERS']),
})

export const PayoutBody = z.strictObject({
  reference_id: reference,
  channel_code: z.string().regex(/^(ID|MY|PH|TH|VN)_[A-Z0-9_]{2,40}$/),
  channel_properties: z.strictObject({
    account_number: z.string().regex(/^[A-Za-z0-9]{1,100}$/),
    account_holder_name: z.string().min(1).max(200),
  }),
  amount,
  currency,
  description: z.string().max(100).default(''),
})
export const TopUpBody = z.strictObject({ amount, currency })
export const BalanceQuery = z.object({
  account_type: z.enum(['CASH', 'HOLDING']).default('CASH'),
  currency: currency.default('IDR'),
})

export const CaptureBody = z.strictObject({ reference_id: reference, capture_amount: amount })
export const AddressBody = z.strictObject({ url: z.string().max(2_000) })
export const Id = z.object({ id: z.string() })
export const ListQuery = z.object({
  reference_id: z.string().optional(),
  external_id: z.string().optional(),
  payment_request_id: z.string().optional(),
  invoice_id: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  after_id: z.string().optional(),
})

interface Plain {
  channel_code: string
  customer_name: string
  expires_at: string | null
  /** Empty where the payer is asked on a telephone and not on a page. */
  return_url: string
  phone?: string
  /** How the book takes it. */
  method: { type: OfferedMethod; sub_type: string }
}

/** What the book needs of a payment method, whatever its type. */
export function plainMeans(means: Means): Plain {
  const none = { customer_name: '', expires_at: null, return_url: '' }
  switch (means.type) {
    case 'EWALLET': {
      const { channel_code, channel_properties } = means.ewallet
      const method = { type: 'WALLET', sub_type: channel_code } as const
      const { success_return_url, mobile_number: phone } = channel_properties
      if (channel_code === 'OVO') return { ...none, channel_code, method, ...(phone && { phone }) }
      return { ...none, channel_code, method, return_url: success_return_url }
    }
    case 'QR_CODE': {
      const { channel_code, channel_properties } = means.qr_code
      const method = { type: 'QR_CODE', sub_type: channel_code } as const
      return { ...none, channel_code, method, expires_at: channel_properties?.expires_at ?? null }
    }
    case 'VIRTUAL_ACCOUNT': {
      const { channel_code, channel_properties: given } = means.virtual_account
      const method = { type: 'VA_BANK_TRANSFER', sub_type: '' } as const
      return { ...none, channel_code, method, customer_name: given.customer_name, expires_at: given.expires_at ?? null }
    }
    case 'OVER_THE_COUNTER': {
      const { channel_code, channel_properties: given } = means.over_the_counter
      const method = { type: 'OTC', sub_type: channel_code } as const
      return { ...none, channel_code, method, customer_name: given.customer_name, expires_at: given.expires_at ?? null }
    }
    case 'DIRECT_DEBIT': {
      const { channel_code, channel_properties } = means.direct_debit
      const method = { type: 'NET_BANKING', sub_type: 'FPX' } as const
      return { ...none, channel_code, method, return_url: channel_properties.success_return_url }
    }
  }
}
