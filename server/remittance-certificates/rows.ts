import { createHash } from 'node:crypto'
import type { Language } from '#i18n/languages.ts'
import { canonicalJson } from '#server/kit/audit/audit-chain.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Certificate } from './describe.ts'
import type { CertificateFacts } from './facts.ts'

/** The digest by which a certificate is found again: SHA-256 of the canonical JSON of its facts. */
export const digestOf = (facts: CertificateFacts): Buffer => createHash('sha256').update(canonicalJson(facts)).digest()

/** Keeps a certificate for ever, and returns it as it was first made. Index: primary key. */
export async function keepCertificate(ctx: Ctx, facts: CertificateFacts): Promise<Certificate> {
  const digest = digestOf(facts)
  await ctx.own
    .insert('remittance_certificates', {
      settlement_ref: facts.number,
      digest,
      facts: canonicalJson(facts),
      issued_at: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'environment', 'settlement_ref', 'digest']).doNothing())
    .execute()
  const { issued_at: issuedAt } = await ctx.own
    .select('remittance_certificates')
    .select('issued_at')
    .where('settlement_ref', '=', facts.number)
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow()
  return { facts, issuedAt, digest: digest.toString('hex') }
}

/** The certificates of a settlement, newest first. Index: primary key. */
export async function listCertificates(ctx: Ctx, settlementRef: string): Promise<Certificate[]> {
  const rows = await ctx.own
    .select('remittance_certificates')
    .select(['digest', 'facts', 'issued_at'])
    .where('settlement_ref', '=', settlementRef)
    .orderBy('issued_at', 'desc')
    .orderBy('digest')
    .limit(1_000)
    .execute()
  return rows.map(({ digest, facts, issued_at: issuedAt }) => ({
    facts: JSON.parse(facts) as CertificateFacts,
    issuedAt,
    digest: digest.toString('hex'),
  }))
}

/** The PDF of a certificate in a language as it was first made; undefined when it never was. Index: primary key. */
export async function findFile(
  ctx: Ctx,
  { facts, digest }: Certificate,
  language: Language,
): Promise<Buffer | undefined> {
  const row = await ctx.own
    .select('remittance_certificate_files')
    .select('bytes')
    .where('settlement_ref', '=', facts.number)
    .where('digest', '=', Buffer.from(digest, 'hex'))
    .where('tag', '=', language)
    .executeTakeFirst()
  return row?.bytes
}

/** Keeps a PDF for ever, and returns what is kept: of two that were made at once the first. */
export async function keepFile(ctx: Ctx, certificate: Certificate, language: Language, bytes: Buffer): Promise<Buffer> {
  const { facts, digest } = certificate
  await ctx.own
    .insert('remittance_certificate_files', {
      settlement_ref: facts.number,
      digest: Buffer.from(digest, 'hex'),
      tag: language,
      bytes,
      created_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'environment', 'settlement_ref', 'digest', 'tag']).doNothing(),
    )
    .execute()
  return (await findFile(ctx, certificate, language)) ?? bytes
}
