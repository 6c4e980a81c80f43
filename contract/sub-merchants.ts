import { z } from 'zod'
import { choice, list, timeRange } from './kit/list.ts'
import { country, secret, timestamp } from './kit/wire.ts'
import { kycStatuses, merchantStatuses } from './merchants.ts'

export const subMerchantKinds = ['managed', 'owned'] as const

/** A merchant as its master's list shows it. */
export const SubMerchant = z.object({
  status: z.enum(merchantStatuses),
  name: z.string(),
  email_address: z.string(),
  ph_number: z.string(),
  /** `LIVE` when it may take real payments: KYC approved and a channel enabled. */
  acc_status: z.enum(['LIVE', 'SANDBOX']),
  key: z.string(),
  /** The link to the KYC form, while it can be filled in and for users who may change the merchant; else empty. */
  kyc_link: secret(z.string()),
  kyc_status: z.enum(kycStatuses),
  is_invite_merchant: z.boolean(),
  is_login_allowed: z.boolean(),
  use_master_merchant_creds: z.boolean(),
  uuid: z.string(),
  kind: z.enum(subMerchantKinds),
  country: z.string(),
  currency: z.string(),
  cross_border_enabled: z.boolean(),
  /** Whether its master may also make changes for it. */
  writable: z.boolean(),
  created_at: timestamp,
})
export type SubMerchant = z.input<typeof SubMerchant>

export const subMerchantList = list({
  columns: {
    name: { kind: 'reference', shown: true },
    merchant_kind: { kind: 'text', shown: true },
    status: { kind: 'status', shown: true },
    kyc_status: { kind: 'text', shown: true },
    email_address: { kind: 'text', shown: true },
    country: { kind: 'text', shown: true },
    created_at: { kind: 'time', shown: true },
    actions: { kind: 'text', shown: true },
    acc_status: { kind: 'text' },
    ph_number: { kind: 'text' },
    key: { kind: 'reference' },
  },
  filters: {
    status: choice(merchantStatuses),
    kyc_status: choice(kycStatuses),
    merchant_kind: choice(subMerchantKinds),
    country: { kind: 'text' as const, schema: country },
    created_at: timeRange(),
  },
  phone: { head: ['name'], value: 'actions', line: ['status', 'kyc_status', 'merchant_kind'] },
  sorts: ['created_at'],
})
