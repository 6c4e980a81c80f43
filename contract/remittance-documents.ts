import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { environment, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

/** What a bank asks for before it pays out a settlement. */
export const remittanceDocumentKinds = ['invoice', 'contract', 'other'] as const

const RemittanceDocument = z.object({
  document_id: z.string(),
  kind: z.enum(remittanceDocumentKinds),
  name: z.string(),
  /** A picture is drawn anew as a PNG; a PDF is kept as it came, for download only. */
  type: z.enum(['image/png', 'application/pdf']),
  size_bytes: z.int(),
  added_by: z.string(),
  created_at: timestamp,
})
export type RemittanceDocument = z.input<typeof RemittanceDocument>

const ofOne = {
  params: { settlement_ref: ref('remittance') },
  access: 'remittances',
  errorKeys: ['Message'],
} as const

/** The documents of a settlement, oldest first, without their contents. */
export const listRemittanceDocuments = call({
  at: 'GET /api/remittances/{settlement_ref}/documents',
  ...ofOne,
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.array(RemittanceDocument)),
  faults: ['notFound'],
})

/** Adds a document: JPG, PNG or PDF. A settlement that is held because one is missing may then be sent. `tooMany` beyond twenty. */
export const addRemittanceDocument = call({
  at: 'POST /api/remittances/{settlement_ref}/documents',
  ...ofOne,
  file: { field: 'file', endings: ['pdf', 'png', 'jpg', 'jpeg'], mostBytes: limits.uploadBytes },
  body: z.strictObject({ environment: environment.optional(), kind: z.enum(remittanceDocumentKinds) }),
  answer: content(RemittanceDocument),
  faults: ['notFound', 'tooMany'],
  audit: 'remittance.add-document',
  notice: 'Document added',
  onFailure: 'inline',
})

/** One document as a data URL, so that it has no address of its own. */
export const readRemittanceDocument = call({
  at: 'GET /api/remittances/{settlement_ref}/documents/{document_id}',
  ...ofOne,
  params: { ...ofOne.params, document_id: ref('remittanceDocument') },
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.object({ name: z.string(), type: RemittanceDocument.shape.type, data_url: z.string() })),
  sensitive: true,
  faults: ['notFound'],
  audit: 'remittance.read-document',
})
