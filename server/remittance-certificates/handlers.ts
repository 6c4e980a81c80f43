import { Fault } from '#contract/faults.ts'
import * as contract from '#contract/remittance-certificates.ts'
import { certificateLanguagesIn } from '#i18n/certificate-languages.ts'
import { defaultLanguage, type Language } from '#i18n/languages.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { findRemittance } from '#server/remittances/rows.ts'
import { drawCertificate } from './draw.ts'
import type { Certificate } from './describe.ts'
import { certificateFacts } from './facts.ts'
import { partiesOf } from './parties.ts'
import { digestOf, findFile, keepCertificate, keepFile, listCertificates } from './rows.ts'

export const handlers: Handlers<typeof contract> = {
  // Drawn without a connection to the database.
  readRemittanceCertificate: prepared(contract.readRemittanceCertificate, {
    async prepare(before, { path, query }): Promise<Made> {
      if (!before.owner) throw new Fault('notFound')
      const language = query.language ?? defaultLanguage
      const { certificate, found } = await before.apart(before.owner, async (ctx) => {
        const one = await certificateOf(ctx, path.settlement_ref)
        return { certificate: one, found: await findFile(ctx, one, language) }
      })
      const bytes = found ?? (await drawCertificate(certificate, language))
      return { certificate, language, bytes, isKept: found !== undefined }
    },
    async handle(ctx, { path }, _http, { certificate, language, bytes, isKept }) {
      const file = isKept ? bytes : await keepFile(ctx, certificate, language, bytes)
      ctx.auditSubject(path.settlement_ref, { digest: { before: '', after: certificate.digest } })
      const type = 'application/pdf'
      return {
        name: `certificate-${path.settlement_ref}-${language}.pdf`,
        type,
        data_url: `data:${type};base64,${file.toString('base64')}`,
      }
    },
  }),

  async listRemittanceCertificates(ctx, { path: { settlement_ref: settlementRef }, query: { digest = '' } }) {
    const row = await findRemittance(ctx, settlementRef)
    if (!row) throw new Fault('notFound')
    const current = row.status === 'Open' ? '' : digestOf(certificateFacts(row, await partiesOf(ctx))).toString('hex')
    const made = await listCertificates(ctx, settlementRef)
    return {
      languages: certificateLanguagesIn((await merchantOf(ctx)).country),
      certificates: made
        .filter((one) => one.digest.startsWith(digest.toLowerCase()))
        .map(({ digest: ofOne, facts, issuedAt }) => ({
          digest: ofOne,
          status: facts.status,
          issued_at: issuedAt,
          is_current: ofOne === current,
        })),
    }
  },
}
interface Made {
  certificate: Certificate
  language: Language
  bytes: Buffer
  isKept: boolean
}

/** The certificate of a settlement as it is now. Throws `notFound`, and `wrongState` while it is open. */
async function certificateOf(ctx: Ctx, settlementRef: string): Promise<Certificate> {
  const row = await findRemittance(ctx, settlementRef)
  if (!row) throw new Fault('notFound')
  if (row.status === 'Open') throw new Fault('wrongState', { why: 'it is open' })
  return keepCertificate(ctx, certificateFacts(row, await partiesOf(ctx)))
}
