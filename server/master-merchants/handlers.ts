import type * as contract from '#contract/master-merchants.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { accept, decline } from './accept.ts'
import { addOwned } from './add-owned.ts'
import { inviteLink, inviteOf } from './invite-link.ts'
import { invite, inviteAgain, withdraw } from './invite.ts'
import { asPaginated, listOfMaster } from './list.ts'
import { findMaster, listInvites, shownRow } from './queries.ts'
import { asMaster, subMerchant } from '#server/merchants/sub-merchant.ts'
import { setStatus } from './status.ts'
import { leave, letGo, noteMoved, takeBack, type Moved } from './tie.ts'

export const handlers: Handlers<typeof contract> = {
  listSubMerchants: (ctx, { query }) => listOfMaster(ctx, asPaginated(query)),

  listSubMerchantsPaginated: (ctx, { body }) => listOfMaster(ctx, body),

  readSubMerchant: async (ctx, { path }) => shownRow(ctx, await subMerchant(ctx, path.uuid)),

  async listMerchantInvites(ctx) {
    asMaster(ctx)
    const rows = await listInvites(ctx)
    return rows.map((row) => ({
      status: row.state,
      email_address: row.email,
      invite_link: row.state === 'INVITED' ? inviteLink(ctx.services, row, 'screen') : '',
      created_at: row.created_at,
      merchant_type: row.merchant_type,
      expires_at: row.expires_at,
    }))
  },

  async setMerchantStatus(ctx, { path }) {
    await setStatus(ctx, path.uuid, path.status)
    return undefined
  },

  async inviteMerchant(ctx, { body }) {
    asMaster(ctx)
    const { email, merchant_type: merchantType } = body
    if (merchantType === 'OWNED') await addOwned(ctx, { name: email, email, loginAllowed: true })
    else await invite(ctx, { email, merchantType })
    return undefined
  },

  async resendInvite(ctx, { body }) {
    await inviteAgain(ctx, body.email)
    return undefined
  },

  async withdrawInvite(ctx, { body }) {
    await withdraw(ctx, body.email)
    return undefined
  },

  async addMerchant(ctx, { body }) {
    const merchantId = await addOwned(ctx, {
      name: body.name,
      email: body.email_address,
      phone: body.ph_number,
      country: body.country,
      loginAllowed: body.is_login_allowed,
      useMasterCreds: body.use_master_merchant_creds,
      sendKycLink: body.send_kyc_link_email,
    })
    return shownRow(ctx, await subMerchant(ctx, merchantId))
  },

  async changeMerchants(ctx, { body }) {
    asMaster(ctx)
    const moved: Moved[] = []
    for (const named of new Set(body.remove_merchants)) moved.push(await letGo(ctx, named))
    for (const named of new Set(body.add_merchants)) moved.push(await takeBack(ctx, named))
    noteMoved(ctx, moved)
    return undefined
  },

  async readInvite(ctx, { body }) {
    const found = await inviteOf(ctx.tx, ctx.services, body.invite_token)
    return {
      email: found.email,
      merchant_type: found.merchant_type,
      master_merchant_key: found.master_key,
      master_merchant_name: found.master_name,
      merchant_name: found.for_name,
      expires_at: found.expires_at,
    }
  },

  async declineInvite(ctx, { body }) {
    await decline(ctx, body.invite_token)
    return undefined
  },

  async acceptInvite(ctx, { body }) {
    await accept(ctx, body.invite_token, { masterAccess: body.master_merchant_access ?? false })
    return undefined
  },

  async readMaster(ctx) {
    return (await findMaster(ctx)) ?? { name: '', key: '', is_former: false }
  },

  async leaveMaster(ctx) {
    await leave(ctx)
    return undefined
  },
}
