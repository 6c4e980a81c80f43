import type { Merchant } from '#contract/merchants.ts'

/** The values of the record's form. */
export interface RecordValues {
  name: string
  brand_name: string
  website_url: string
  time_zone: string
  language: Merchant['language']
  isVerifyPayoutsEnabled: boolean
  send_receipts: boolean
  master_merchant_access: boolean
}

export const recordValues = (merchant: Merchant): RecordValues => ({
  name: merchant.name,
  brand_name: merchant.brand_name,
  website_url: merchant.website_url,
  time_zone: merchant.time_zone,
  language: merchant.language,
  isVerifyPayoutsEnabled: merchant.isVerifyPayoutsEnabled,
  send_receipts: merchant.send_receipts,
  master_merchant_access: merchant.master_merchant_access,
})

/** The fields whose values differ. */
export const changedFields = (before: RecordValues, now: RecordValues): (keyof RecordValues)[] =>
  (Object.keys(before) as (keyof RecordValues)[]).filter(
    (field) => comparable(before[field]) !== comparable(now[field]),
  )
const comparable = (value: string | boolean) => (typeof value === 'string' ? value.trim() : value)

/** The request's body: the changed fields and the revision that they were changed from. */
export const recordBody = (before: RecordValues, now: RecordValues, revision: number): object => ({
  ...Object.fromEntries(changedFields(before, now).map((field) => [field, now[field]])),
  revision,
})
