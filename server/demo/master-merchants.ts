import type { KycDocumentKind } from '#contract/kyc.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { cleanImage } from '#server/kit/files/image.ts'
import { submit } from '#server/kyc/form.ts'
import { openLink } from '#server/kyc/link.ts'
import { insertDocument, lockCase, noteCase } from '#server/kyc/queries.ts'
import { newId } from '#server/kit/db/id.ts'

/** The demo data of a master's screens: an open invite, and a merchant whose KYC waits for a decision. */
export async function seedMasterMerchants(ctx: Ctx, slug: string): Promise<void> {
  if (slug === 'atlas') await seedInvites(ctx)
  if (slug === 'gobi') await openLink(ctx)
  if (slug === 'fuji') await seedKyc(ctx)
}

/** Writes the rows only; the demo sends no mail. */
async function seedInvites(ctx: Ctx): Promise<void> {
  const day = 86_400_000
  for (const [email, age] of [
    ['hello@harbour.example', 1],
    ['owner@lantern.example', 12],
  ] as const) {
    const sentAt = new Date(ctx.now.getTime() - age * day)
    await ctx.db
      .insertInto('merchant_invites')
      .values({
        merchant_id: ctx.owner.merchantId,
        invite_id: newId(),
        email,
        email_lower: email,
        merchant_type: 'MANAGED',
        for_merchant_id: null,
        language: defaultLanguage,
        created_at: sentAt,
        sent_at: sentAt,
        expires_at: new Date(sentAt.getTime() + 7 * day),
        ended_at: null,
        accepted_by: null,
      })
      .execute()
  }
}

async function seedKyc(ctx: Ctx): Promise<void> {
  await openLink(ctx)
  await lockCase(ctx)
  await noteCase(ctx, {
    company: {
      legal_name: 'PT Fuji Street Food',
      registration_number: '8120-1155-0937',
      address: 'Jalan Melati 12',
      city: 'Jakarta',
      website_url: 'https://fuji.example',
      contact_name: 'Dewi Lestari',
      contact_phone: '+62 21 5550 0100',
      business: 'Noodle and rice dishes from three carts, sold by link to offices nearby.',
    },
  })
  for (const [kind, title] of papers) {
    const { bytes, type } = await cleanImage(drawing(title), {
      field: 'file',
      leastPixels: 1,
      square: false,
      mostPixels: 900,
    })
    await insertDocument(ctx, kind, { name: `${kind.replaceAll('_', '-')}.png`, type, content: bytes })
  }
  await submit(ctx)
}

const papers: readonly [KycDocumentKind, string][] = [
  ['business_registration', 'Certificate of registration'],
  ['owner_identity', 'Identity card (specimen)'],
  ['proof_of_address', 'Electricity bill (specimen)'],
]

/** A paper that can be seen to be none. */
const drawing = (title: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="440" viewBox="0 0 640 440">
<rect width="640" height="440" fill="#f6f4ee"/><rect x="24" y="24" width="592" height="392" fill="none" stroke="#8a8470" stroke-width="2"/>
<text x="320" y="96" font-family="sans-serif" font-size="30" text-anchor="middle" fill="#333">${title}</text>
<text x="64" y="180" font-family="sans-serif" font-size="20" fill="#555">PT Fuji Street Food</text>
<text x="64" y="216" font-family="sans-serif" font-size="20" fill="#555">8120-1155-0937</text>
<text x="64" y="252" font-family="sans-serif" font-size="20" fill="#555">Jalan Melati 12, Jakarta</text>
<text x="320" y="372" font-family="sans-serif" font-size="16" text-anchor="middle" fill="#999">Demo document, of nobody</text></svg>`)
