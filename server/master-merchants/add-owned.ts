import type { z } from 'zod'
import { denial } from '#contract/access.ts'
import { Fault } from '#contract/faults.ts'
import type { country } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { sendKycLink, openLink } from '#server/kyc/link.ts'
import { createMerchant } from '#server/merchants/create.ts'
import { marketOf } from '#server/merchants/market.ts'
import { addFirstChannels } from '#server/merchants/simulated-channels.ts'
import { slugOf } from '#server/merchants/slug.ts'
import { invite } from './invite.ts'
import { countSubMerchants } from './queries.ts'
import { asMaster } from '#server/merchants/sub-merchant.ts'
import { within } from '#server/kit/db/within.ts'

/** The facts that a master states of a new owned merchant. */
interface NewOwned {
  name: string
  email: string
  phone?: string | undefined
  country?: z.output<typeof country> | undefined
  loginAllowed?: boolean | undefined
  useMasterCreds?: boolean | undefined
  sendKycLink?: boolean | undefined
}

/**
 * Makes a merchant that the master owns: at once, without a user. With `loginAllowed` its address is invited to be the
 * first; with `useMasterCreds` it has the master's channels, else one of its own for test mode. `tooMany` beyond what a
 * master may have.
 * @returns its id.
 */
export async function addOwned(ctx: Ctx, wanted: NewOwned): Promise<string> {
  const masterId = asMaster(ctx)
  if (ctx.user && denial('manageMerchants', ctx.user))
    throw new Fault('denied', { why: 'not one who manages merchants' })
  if ((await countSubMerchants(ctx)) >= limits.subMerchants) throw new Fault('tooMany')
  const merchantId = newId()
  const { name, email, phone, country: chosen, loginAllowed = false, useMasterCreds = false } = wanted
  const country = chosen ?? ctx.services.ownedCountry
  await within(ctx, merchantId, async (own) => {
    const slug = slugOf(name)
    const { wrappedKey } = await createMerchant(own, {
      merchantId,
      slug,
      name,
      email,
      country,
      kind: 'owned',
      masterId,
      loginAllowed,
      useMasterCreds,
      ...(phone && { phone }),
      ...marketOf(country),
    })
    if (!useMasterCreds) await addFirstChannels(own, { slug, country, wrappedKey })
    await (wanted.sendKycLink ? sendKycLink(own) : openLink(own))
    writeAudit(own, { action: 'merchant.added', objectRef: merchantId, result: 'done' })
  })
  if (loginAllowed) await invite(ctx, { email, merchantType: 'OWNED', forMerchantId: merchantId })
  ctx.auditSubject(merchantId, { name: { before: '', after: name } })
  return merchantId
}
