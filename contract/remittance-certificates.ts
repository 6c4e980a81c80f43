import { z } from 'zod'
import { languageTags } from '#i18n/languages.ts'
import { call, content } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { environment, timestamp } from './kit/wire.ts'
import { remittanceStates } from './remittance-states.ts'

/** How many of the first hex digits of a digest are printed on a certificate. */
export const printedDigits = 16

const ofOne = {
  params: { settlement_ref: ref('remittance') },
  access: 'remittances',
  errorKeys: ['Message'],
} as const

/**
 * The certificate of a settlement as a PDF, as a data URL, so that it has no address of its own. The same settlement in the same state
 * has the same certificate. `wrongState` while it is open, `undrawable` where no font has a character of a name.
 */
export const readRemittanceCertificate = call({
  at: 'GET /api/remittances/{settlement_ref}/certificate',
  ...ofOne,
  query: z.strictObject({ environment: environment.optional(), language: z.enum(languageTags).optional() }),
  answer: content(z.object({ name: z.string(), type: z.string(), data_url: z.string() })),
  sensitive: true,
  faults: ['notFound', 'wrongState', 'undrawable'],
  audit: 'remittance.export-certificate',
})

const Certificate = z.object({
  /** SHA-256 of its facts, in hex; its first 16 digits are printed on it. */
  digest: z.string(),
  /** The state that it says the settlement is in. */
  status: z.enum(remittanceStates.states),
  issued_at: timestamp,
  /** Whether it says what the settlement is now. */
  is_current: z.boolean(),
})

/** The certificates of a settlement, newest first; by the digits that are printed on one, that one. And the languages to choose from. */
export const listRemittanceCertificates = call({
  at: 'GET /api/remittances/{settlement_ref}/certificates',
  ...ofOne,
  query: z.strictObject({
    environment: environment.optional(),
    digest: z
      .string()
      .regex(/^[0-9a-f]{16,64}$/i, { error: 'not_a_choice' })
      .meta({ examples: ['3f2a91bc04d7e688'] })
      .optional(),
  }),
  answer: content(z.object({ languages: z.array(z.enum(languageTags)), certificates: z.array(Certificate) })),
  faults: ['notFound'],
})
