import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { sellerOf } from '#server/invoice-store/settings.ts'
import { findCase } from '#server/kyc/queries.ts'
import type { CertificateFacts, Party } from './facts.ts'

/** Who stands on a certificate: the gateway, and the merchant as it was identified, else as its invoices name it. */
export async function partiesOf(
  ctx: Ctx,
): Promise<{ gateway: CertificateFacts['gateway']; merchant: Party; timeZone: string }> {
  const { country, time_zone: timeZone } = await merchantOf(ctx)
  const company = (await findCase(ctx))?.company
  return {
    gateway: { name: 'Countinghouse', address: new URL(ctx.services.publicUrl).host },
    merchant: company?.legal_name
      ? {
          name: company.legal_name,
          lines: said([company.address, company.city]),
          country,
          companyNumber: company.registration_number ?? '',
        }
      : await asOnInvoices(ctx),
    timeZone,
  }
}

async function asOnInvoices(ctx: Ctx): Promise<Party> {
  const seller = await sellerOf(ctx)
  const place = said([seller.zip_code, seller.city, seller.state]).join(' ')
  return {
    name: seller.legal_name,
    lines: said([seller.line_1, seller.line_2, place]),
    country: seller.country_code,
    companyNumber: seller.company_number,
  }
}

const said = (texts: (string | undefined)[]): string[] =>
  texts.filter((text) => text !== undefined && text !== '') as string[]
