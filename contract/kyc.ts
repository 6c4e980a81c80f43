import { z } from 'zod'
import { call, content, nothing } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { environment, httpsUrl, optionalText, phone, secret, signedToken, text, timestamp } from './kit/wire.ts'
import { kycStatuses } from './merchants.ts'

/** The papers that are asked for, and whether there is no approval without. */
export const kycDocumentKinds = {
  business_registration: { required: true },
  owner_identity: { required: true },
  proof_of_address: { required: true },
  bank_statement: { required: false },
} as const
export type KycDocumentKind = keyof typeof kycDocumentKinds
const documentKind = z.enum(Object.keys(kycDocumentKinds) as [KycDocumentKind, ...KycDocumentKind[]])

/** What a merchant tells of itself. Filled in bit by bit; what is needed to hand it in is in {@link kycNeeded}. */
const company = {
  legal_name: optionalText(160),
  registration_number: optionalText(60),
  address: optionalText(200),
  city: optionalText(80),
  website_url: z.union([httpsUrl, z.literal('')]).optional(),
  contact_name: optionalText(120),
  contact_phone: z.union([phone, z.literal('')]).optional(),
  business: optionalText(500),
}
const KycCompany = z.strictObject(company)
export type KycCompany = z.output<typeof KycCompany>
export const kycNeeded = ['legal_name', 'registration_number', 'address', 'city', 'contact_name', 'business'] as const

const KycDocument = z.object({
  document_id: z.string(),
  kind: documentKind,
  name: z.string(),
  type: z.enum(['image/png', 'application/pdf']),
  size_bytes: z.int(),
  /** What the review says of it; one that is refused has to be replaced. */
  state: z.enum(['received', 'accepted', 'refused']),
  reason: z.string(),
  created_at: timestamp,
})
export type KycDocument = z.output<typeof KycDocument>

const Kyc = z.object({
  merchant_name: z.string(),
  country: z.string(),
  kyc_status: z.enum(kycStatuses),
  company: z.object(company),
  documents: z.array(KycDocument),
  /** Fields of the company and kinds of documents without which it cannot be handed in. */
  missing: z.array(z.string()),
  /** What the reviewer says. */
  note: z.string(),
  submitted_at: timestamp.nullable(),
  reviewed_at: timestamp.nullable(),
  /** Whether whoever reads it may decide on it here. */
  reviewable: z.boolean(),
})
export type Kyc = z.input<typeof Kyc>

const byLink = { access: 'public', rate: 'shopper', repeat: 'safe', onFailure: 'inline' } as const

/** What there is of the merchant that a KYC link is for. */
export const readKyc = call({
  ...byLink,
  at: 'POST /api/kyc/read',
  body: z.strictObject({ kyc_token: signedToken }),
  answer: content(Kyc),
  faults: ['linkInvalid'],
})

/** Keeps what is sent of the company; the rest stays. Not once it has been handed in. */
export const saveKyc = call({
  ...byLink,
  at: 'POST /api/kyc/save',
  body: z.strictObject({ kyc_token: signedToken, company: KycCompany }),
  answer: content(Kyc),
  faults: ['linkInvalid', 'wrongState'],
  notice: 'Saved',
})

/** Takes a document away again. */
export const removeKycDocument = call({
  ...byLink,
  at: 'POST /api/kyc/remove-document',
  body: z.strictObject({ kyc_token: signedToken, kyc_document: ref('kycDocument') }),
  answer: content(Kyc),
  faults: ['linkInvalid', 'notFound', 'wrongState'],
  notice: 'Document removed',
})

/** Hands it in. `invalidRequest` names what is missing. */
export const submitKyc = call({
  ...byLink,
  at: 'POST /api/kyc/submit',
  body: z.strictObject({ kyc_token: signedToken }),
  answer: content(Kyc),
  faults: ['linkInvalid', 'wrongState'],
  notice: 'Handed in. You get a mail as soon as it has been looked at.',
})

/** The link by which a merchant fills in its own KYC, for its administrators and a master that acts for it. */
export const openKyc = call({
  at: 'POST /api/merchants/{id}/kyc/open',
  params: { id: merchantRef() },
  answer: content(z.object({ kyc_link: secret(z.string()) })),
  access: 'administration',
  repeat: 'safe',
  audit: 'kyc.open',
})

/** Sends the KYC link to the merchant's address, at most once a minute; an older link is void. */
export const resendKycLink = call({
  at: 'POST /api/merchant/{key}/kyc/resend',
  params: { key: merchantRef() },
  query: z.strictObject({ environment: environment.optional() }),
  body: z.strictObject({}),
  answer: nothing,
  access: 'manageMerchants',
  faults: ['tooFast', 'wrongState'],
  notice: 'KYC link sent',
  audit: 'kyc.send-link',
})

/** What one of the master's merchants has handed in. */
export const readKycOfMerchant = call({
  at: 'GET /api/master-merchant/{key}/merchants/{uuid}/kyc',
  params: { key: merchantRef(), uuid: ref('subMerchant') },
  answer: content(Kyc),
  access: 'manageMerchants',
  audit: 'kyc.read',
  sensitive: true,
})

/** One of its documents, as a data URL: no address leads to it. */
export const readKycDocument = call({
  at: 'GET /api/master-merchant/{key}/merchants/{uuid}/kyc/documents/{document_id}',
  params: { key: merchantRef(), uuid: ref('subMerchant'), document_id: ref('kycDocument') },
  answer: content(z.object({ name: z.string(), type: KycDocument.shape.type, data_url: z.string() })),
  access: 'manageMerchants',
  audit: 'kyc.read-document',
  sensitive: true,
})

/**
 * Decides on what was handed in: approves it, rejects it for good, or asks again with a reason for each document that
 * will not do. Where the installation leaves that to its operator, `reviewByOperator`.
 */
export const reviewKyc = call({
  at: 'POST /api/master-merchant/{key}/merchants/{uuid}/kyc/review',
  params: { key: merchantRef(), uuid: ref('subMerchant') },
  body: z.strictObject({
    decision: z.enum(['approve', 'reject', 'ask_again']),
    note: optionalText(500),
    refused: z
      .array(z.strictObject({ kyc_document: ref('kycDocument'), reason: text(300) }))
      .max(20)
      .optional(),
  }),
  answer: content(Kyc),
  access: 'manageMerchants',
  faults: ['notFound', 'wrongState', 'reviewByOperator'],
  notice: 'Review saved',
  audit: 'kyc.review',
  onFailure: 'inline',
})
