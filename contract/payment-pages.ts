import { z } from 'zod'
import { call, content, page } from './kit/call.ts'
import { answerShape, listedShape, requestShape } from './kit/fields.ts'
import { imageFile } from './kit/file.ts'
import { exporting } from './kit/list.ts'
import { merchantKeyFields, merchantRef, ref } from './kit/refs.ts'
import { email, entity, environment, optionalText, phone, record, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { paymentPageFields } from './payment-page-fields.ts'
import { paymentPageList } from './payment-page-list.ts'
import { nameFaults } from './payment-page-names.ts'
import { PageUpdate } from './payment-page-update.ts'
import { messageWays } from './messages.ts'
import { TimelineEntry } from './timeline.ts'
import { languageTags } from '#i18n/languages.ts'

export const PaymentPageRow = entity({
  ...listedShape(paymentPageFields),
  /** The address of its first picture, else of its logo; empty without either. */
  picture: z.string(),
})
export type PaymentPageRow = z.input<typeof PaymentPageRow>

export const PaymentPage = entity({ ...answerShape(paymentPageFields), timeline: z.array(TimelineEntry) })
export type PaymentPage = z.input<typeof PaymentPage>

const errorKeys = ['status_message'] as const
const pageRef = ref('paymentPage')
const versionNumber = z
  .int()
  .min(1)
  .meta({ examples: [1] })
const withoutAmount = ['pageField', 'pageType', 'pageAddress', 'outOfStock'] as const
const bodyFaults = ['invalidAmount', ...withoutAmount] as const

/** The search matches the reference, and the start of a title or of an address by choice, in any case. */
export const listPaymentPages = call({
  at: 'POST /merchants/{uuid}/paymentPages',
  follows: ['payment_page'],
  masterAt: 'POST /master-merchant/{key}/merchants/payment-pages',
  params: { uuid: merchantRef() },
  body: paymentPageList.body,
  answer: page(PaymentPageRow),
  access: 'paymentPages',
  errorKeys,
})

/** All pages that match, as a spreadsheet. */
export const exportPaymentPages = call({
  at: 'POST /merchants/{key}/export-paymentPages',
  masterAt: 'POST /master-merchant/{key}/merchants/export-payment-pages',
  params: { key: merchantRef() },
  ...exporting(paymentPageList, 'payment-pages'),
  access: 'paymentPages',
  errorKeys,
  audit: 'payment-page.export',
})

/**
 * Makes a page that takes orders at once; signed. Amount, currency and a title or `merchant_details.name` are required; without
 * more it sells one thing at a fixed amount, without a limit.
 */
export const createPaymentPage = call({
  at: 'POST /merchants/paymentPage',
  body: record({
    ...merchantKeyFields,
    environment,
    ...requestShape(paymentPageFields),
    signature_hash: text(100),
  }),
  answer: content(PaymentPage),
  access: 'paymentPagesConfiguration',
  notice: 'Payment Page Created successfully',
  errorKeys,
  faults: ['duplicateOrder', ...withoutAmount],
  signed: {
    amount: 'amount',
    chaipay_key: 'client_key',
    currency: 'currency',
    failure_url: 'failure_url',
    merchant_order_id: 'merchant_order_id',
    success_url: 'success_url',
  },
  server: true,
  keyScope: 'links',
  audit: 'payment-page.create',
  onFailure: 'inline',
})

/**
 * Saves the given fields as a new version, and leaves the others; or activates or deactivates the page. `version` is the one
 * that was seen: `changedMeanwhile` when there is a later one. Currency and type stay once there has been an order.
 */
export const updatePaymentPage = call({
  at: 'PUT /merchants/paymentPage/{pageRef}',
  params: { pageRef },
  body: PageUpdate,
  answer: content(PaymentPage),
  access: 'paymentPagesConfiguration',
  notice: 'Payment Page Updated successfully',
  errorKeys,
  faults: ['notFound', 'wrongState', 'changedMeanwhile', ...bodyFaults],
  audit: 'payment-page.update',
  onFailure: 'inline',
})

export const readPaymentPage = call({
  at: 'GET /merchants/{key}/paymentPage/{pageRef}',
  follows: ['payment_page'],
  params: { key: merchantRef(), pageRef },
  answer: content(PaymentPage),
  access: 'paymentPages',
  server: true,
  keyScope: 'links',
  errorKeys,
  faults: ['notFound'],
})

/** Ends a page for good: no new orders, and no new attempt for those that are open. Attempts in flight go on. */
export const cancelPaymentPage = call({
  at: 'PUT /merchants/paymentPage/{pageRef}/status/cancelled',
  params: { pageRef },
  answer: content(PaymentPage),
  access: 'paymentPagesConfiguration',
  notice: 'Payment Page Cancelled successfully',
  errorKeys,
  faults: ['notFound', 'wrongState'],
  audit: 'payment-page.cancel',
})

/** Whether an address by choice can be had; the page's own is free to it. Says nothing about whose a taken one is. */
export const checkPageAddress = call({
  at: 'GET /merchants/paymentPage/check/{customUrl}',
  params: { customUrl: text(100) },
  query: z.strictObject({ environment: environment.optional(), page_ref: pageRef.optional() }),
  answer: content(z.object({ custom_url: z.string(), is_available: z.boolean(), reason: z.enum(nameFaults) })),
  access: 'paymentPagesConfiguration',
  errorKeys,
  faults: ['notFound', 'tooFast'],
  onFailure: 'log',
})

/** The page's address as a QR code, a data URL of an SVG picture. */
export const readPageQrCode = call({
  at: 'GET /merchants/paymentPage/{pageRef}/generate-qr-code',
  params: { pageRef },
  answer: content(z.object({ page_url: z.string(), qr_code: z.string() })),
  access: 'paymentPages',
  errorKeys,
  faults: ['notFound'],
})

/** Draws a logo anew and answers its address; a page shows it once it is saved with it. Square, at least 256 pixels, at most 1 MB. */
export const uploadPageLogo = call({
  at: 'POST /merchants/paymentPage/logo',
  file: imageFile(limits.logoBytes),
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(z.object({ logo: z.string() })),
  access: 'paymentPagesConfiguration',
  errorKeys,
  faults: ['tooMany'],
  audit: 'payment-page.logo',
})

/** The same for a picture of a page: at most 20 MB, drawn with at most 1,600 pixels on the longer edge. */
export const uploadPagePicture = call({
  at: 'POST /api/payment-pages/pictures',
  file: imageFile(),
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(z.object({ picture: z.string() })),
  access: 'paymentPagesConfiguration',
  errorKeys,
  faults: ['tooMany'],
  audit: 'payment-page.picture',
})

/** Makes a page with the same content, deactivated, without an address by choice and with the same number of units, none sold. */
export const duplicatePaymentPage = call({
  at: 'POST /api/payment-pages/{ref}/duplicate',
  params: { ref: pageRef },
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(PaymentPage),
  access: 'paymentPagesConfiguration',
  errorKeys,
  faults: ['notFound', 'duplicateOrder'],
  audit: 'payment-page.duplicate',
})

/** Sends the page's address to somebody; to the same one at most once a minute. */
export const sharePaymentPage = call({
  at: 'POST /api/payment-pages/{ref}/share',
  params: { ref: pageRef },
  body: z.strictObject({
    environment: environment.optional(),
    way: z.enum(messageWays),
    recipient: z.union([email, phone]),
    language: z.enum(languageTags).optional(),
  }),
  answer: content(
    z.object({ way: z.enum(messageWays), recipient: z.string(), sent_at: timestamp, message_id: z.string() }),
  ),
  access: 'paymentPagesConfiguration',
  errorKeys,
  faults: ['notFound', 'wrongState', 'recipientMissing'],
  repeat: 'safe',
  audit: 'payment-page.share',
  onFailure: 'inline',
})

const PageVersion = entity({
  version: z.number(),
  at: timestamp,
  actor_name: z.string(),
  /** The version that it brought back, or 0. */
  restored: z.number(),
  /** The fields that differ from the version before. */
  changed: z.array(z.string()),
  /** The fields as they were saved; amounts in minor units. */
  page: z.record(z.string(), z.unknown()),
})

/** The versions of a page, newest first, at most 200. */
export const listPageVersions = call({
  at: 'GET /api/payment-pages/{ref}/versions',
  follows: ['payment_page'],
  params: { ref: pageRef },
  answer: content(z.array(PageVersion)),
  access: 'paymentPages',
  errorKeys,
  faults: ['notFound'],
})

/** Brings a version back as a new one. The stock, the address by choice and the state stay. */
export const restorePageVersion = call({
  at: 'POST /api/payment-pages/{ref}/versions',
  params: { ref: pageRef },
  body: z.strictObject({ environment: environment.optional(), restore: versionNumber, version: versionNumber }),
  answer: content(PaymentPage),
  access: 'paymentPagesConfiguration',
  errorKeys,
  faults: ['notFound', 'wrongState', 'changedMeanwhile', 'pageType'],
  audit: 'payment-page.restore',
})

/** How many shoppers came how far, by day (UTC) and language; at most a year. */
export const readPageFunnel = call({
  at: 'GET /api/payment-pages/{ref}/funnel',
  params: { ref: pageRef },
  query: z.strictObject({ environment: environment.optional(), from: timestamp.optional(), to: timestamp.optional() }),
  answer: content(
    z.array(
      z.object({
        day: z.string(),
        language: optionalText(10),
        opened: z.number(),
        began: z.number(),
        ordered: z.number(),
        attempted: z.number(),
        paid: z.number(),
      }),
    ),
  ),
  access: 'paymentPages',
  errorKeys,
  faults: ['notFound'],
})
