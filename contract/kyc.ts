import { z } from 'zod'
import { call, content, nothing } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { environment, httpsUrl, optionalText, phone, secret, signedToken, text, timestamp } from './kit/wire.ts'
import { kycStatuses } from './merchants.ts'

/** The kinds of documents, and whether each is required. */
export const kycDocumentKinds = {
  business_registration: { required: true },
  owner_identity: { required: true },
  proof_of_address: { required: true },
  bank_statement: { required: false },
} as const
export type KycDocumentKind = keyof typeof kycDocumentKinds
const documentKind = z.enum(Object.keys(kycDocumentKinds) as [KycDocumentKind, ...KycDocumentKind[]])

/** The company's facts, saved in parts; {@link kycNeeded} has those that are required for submission. */
export const companyFields = {
  legal_name: optionalText(160),
  registration_number: optionalText(60),
  address: optionalText(200),
  city: optionalText(80),
  website_url: z.union([httpsUrl, z.literal('')]).optional(),
  contact_name: optionalText(120),
  contact_phone: z.union([phone, z.literal('')]).optional(),
  business: optionalText(500),
}
const KycCompany = z.strictObject(companyFields)
export type KycCompany = z.output<typeof KycCompany>
export const kycNeeded = ['legal_name', 'registration_number', 'address', 'city', 'contact_name', 'business'] as const

/** The number of company fields and documents that a submission takes. */
export const kycNeeds = kycNeeded.length + Object.values(kycDocumentKinds).filter(({ required }) => required).length

const KycDocument = z.object({
  document_id: z.string(),
  kind: documentKind,
  name: z.string(),
  type: z.enum(['image/png', 'application/pdf']),
  size_bytes: z.int(),
  /** The reviewer's decision; a refused document has to be replaced. */
  state: z.enum(['received', 'accepted', 'refused']),
  reason: z.string(),
  created_at: timestamp,
})
export type KycDocument = z.output<typeof KycDocument>

const Kyc = z.object({
  merchant_name: z.string(),
  country: z.string(),
  kyc_status: z.enum(kycStatuses),
  company: z.object(companyFields),
  documents: z.array(KycDocument),
  /** The required company fields and kinds of documents that are missing. */
  missing: z.array(z.string()),
  /** The reviewer's note. */
  note: z.string(),
  submitted_at: timestamp.nullable(),
  reviewed_at: timestamp.nullable(),
  /** Whether the reading user may decide on it. */
  reviewable: z.boolean(),
})
export type Kyc = z.input<typeof Kyc>

const byLink = { access: 'public', rate: 'shopper', repeat: 'safe', onFailure: 'inline' } as const

/** The KYC of the merchant of a link. */
export const readKyc = call({
  ...byLink,
  at: 'POST /api/kyc/read',
  body: z.strictObject({ kyc_token: signedToken }),
  answer: content(Kyc),
  faults: ['linkInvalid'],
})

/** Saves the company fields that are sent; not after the submission. */
export const saveKyc = call({
  ...byLink,
  at: 'POST /api/kyc/save',
  body: z.strictObject({ kyc_token: signedToken, company: KycCompany }),
  answer: content(Kyc),
  faults: ['linkInvalid', 'wrongState'],
  notice: 'Saved',
})

/** Removes a document. */
export const removeKycDocument = call({
  ...byLink,
  at: 'POST /api/kyc/remove-document',
  body: z.strictObject({ kyc_token: signedToken, kyc_document: ref('kycDocument') }),
  answer: content(Kyc),
  faults: ['linkInvalid', 'notFound', 'wrongState'],
  notice: 'Document removed',
})

/** Submits the KYC. `invalidRequest` names what is missing. */
export const submitKyc = call({
  ...byLink,
  at: 'POST /api/kyc/submit',
  body: z.strictObject({ kyc_token: signedToken }),
  answer: content(Kyc),
  faults: ['linkInvalid', 'wrongState'],
  notice: 'Handed in. You get a mail as soon as it has been looked at.',
})

/** The link to the merchant's KYC form, for its administrators and a master that acts for it. */
export const openKyc = call({
  at: 'POST /api/merchants/{id}/kyc/open',
  params: { id: merchantRef() },
  answer: content(z.object({ kyc_link: secret(z.string()) })),
  access: 'administration',
  repeat: 'safe',
  audit: 'kyc.open',
})

/** How far the KYC of the merchant is: the required facts and documents that are there, of all, and the reviewer's note. */
export const readKycProgress = call({
  at: 'GET /api/merchants/{id}/kyc/progress',
  params: { id: merchantRef() },
  answer: content(z.object({ done: z.int(), all: z.int(), note: z.string() })),
  access: 'administration',
})

/** Sends the KYC link to the merchant's address, at most once a minute; older links become invalid. */
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

/** The KYC of one of the master's merchants. */
export const readKycOfMerchant = call({
  at: 'GET /api/master-merchant/{key}/merchants/{uuid}/kyc',
  params: { key: merchantRef(), uuid: ref('subMerchant') },
  answer: content(Kyc),
  access: 'manageMerchants',
  audit: 'kyc.read',
  sensitive: true,
})

/** A document of it as a data URL, so that it has no address of its own. */
export const readKycDocument = call({
  at: 'GET /api/master-merchant/{key}/merchants/{uuid}/kyc/documents/{document_id}',
  params: { key: merchantRef(), uuid: ref('subMerchant'), document_id: ref('kycDocument') },
  answer: content(z.object({ name: z.string(), type: KycDocument.shape.type, data_url: z.string() })),
  access: 'manageMerchants',
  audit: 'kyc.read-document',
  sensitive: true,
})

/**
 * Decides on a submitted KYC: approves, rejects for good, or asks again with a reason for each refused document.
 * `reviewByOperator` where the installation leaves the decision to its operator.
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
